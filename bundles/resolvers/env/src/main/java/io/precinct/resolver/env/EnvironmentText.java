package io.precinct.resolver.env;

import io.precinct.api.config.TagException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of an environment variable as a YAML 1.2 scalar. Plain text is read by the core schema (§10.3), so that
 * {@code yes} is text and {@code 010} is ten. Text in single or double quotes is always text.
 */
final class EnvironmentText {
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]{1,1000}");
    private static final Pattern FLOAT =
            Pattern.compile("[-+]?(\\.[0-9]{1,500}|[0-9]{1,500}(\\.[0-9]{0,500})?)([eE][-+]?[0-9]{1,4})?");
    private static final Pattern OCTAL = Pattern.compile("0o[0-7]{1,1000}");
    private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]{1,1000}");
    private static final Pattern NOT_FINITE = Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    private EnvironmentText() {}

    static @Nullable Object value(String name, String raw) throws TagException {
        String text = raw.strip();
        if (isQuoted(text, '\'')) {
            return text.substring(1, text.length() - 1).replace("''", "'");
        }
        if (isQuoted(text, '"')) {
            return text.substring(1, text.length() - 1).replaceAll("\\\\([\"\\\\])", "$1");
        }
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> null;
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            default -> numberOrText(name, text);
        };
    }

    private static boolean isQuoted(String text, char quote) {
        return text.length() > 1 && text.charAt(0) == quote && text.charAt(text.length() - 1) == quote;
    }

    private static Object numberOrText(String name, String text) throws TagException {
        if (DECIMAL.matcher(text).matches()) {
            return integer(text, 10);
        }
        if (OCTAL.matcher(text).matches()) {
            return integer(text.substring(2), 8);
        }
        if (HEX.matcher(text).matches()) {
            return integer(text.substring(2), 16);
        }
        if (FLOAT.matcher(text).matches()) {
            double near = Double.parseDouble(text);
            var exact = new BigDecimal(text);
            boolean same = Double.isFinite(near) && new BigDecimal(Double.toString(near)).compareTo(exact) == 0;
            return same ? (Object) near : exact;
        }
        if (NOT_FINITE.matcher(text).matches()) {
            throw new TagException(
                    "the environment variable " + name + " is not a finite number", "put it in quotes if it is text");
        }
        return text;
    }

    private static Object integer(String digits, int radix) {
        var value = new BigInteger(digits, radix);
        if (value.bitLength() < Integer.SIZE) {
            return value.intValueExact();
        }
        return value.bitLength() < Long.SIZE ? (Object) value.longValueExact() : value;
    }
}
