package io.precinct.config.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads plain scalars by the core schema of YAML 1.2 (§10.3): {@code yes} is a string, {@code 010} is ten. */
final class CoreSchema {
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern NOT_FINITE = Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
    private static final Pattern OCTAL = Pattern.compile("0o[0-7]+");
    private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]+");
    /** Numbers with more digits are refused, because reading them is expensive. */
    private static final int MOST_DIGITS = 1000;

    private static final int LARGEST_EXPONENT = 10_000;

    private CoreSchema() {}

    /** A scalar looks like a number but plain data cannot hold it. */
    static final class NoNumber extends Exception {
        private static final long serialVersionUID = 1L;

        NoNumber(String message) {
            super(message);
        }
    }

    /**
     * The value of a plain scalar.
     *
     * @throws NoNumber if it is not finite or too long
     */
    static @Nullable Object value(String text) throws NoNumber {
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> null;
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            default -> startsLikeNumber(text.charAt(0)) ? numberOrText(text) : text;
        };
    }

    private static boolean startsLikeNumber(char c) {
        return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.';
    }

    private static Object numberOrText(String text) throws NoNumber {
        if (DECIMAL.matcher(text).matches()) {
            return integer(text, 10);
        }
        if (FLOAT.matcher(text).matches()) {
            return decimal(text);
        }
        if (OCTAL.matcher(text).matches()) {
            return integer(text.substring(2), 8);
        }
        if (HEX.matcher(text).matches()) {
            return integer(text.substring(2), 16);
        }
        if (NOT_FINITE.matcher(text).matches()) {
            throw new NoNumber(text + " is not a finite number");
        }
        return text;
    }

    private static Object integer(String digits, int radix) throws NoNumber {
        if (digits.length() > MOST_DIGITS) {
            throw new NoNumber("a number of more than " + MOST_DIGITS + " digits");
        }
        var value = new BigInteger(digits, radix);
        if (value.bitLength() < Integer.SIZE) {
            return value.intValueExact();
        }
        return value.bitLength() < Long.SIZE ? (Object) value.longValueExact() : value;
    }

    private static Object decimal(String text) throws NoNumber {
        if (text.length() > MOST_DIGITS) {
            throw new NoNumber("a number of more than " + MOST_DIGITS + " digits");
        }
        BigDecimal exact;
        try {
            exact = new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new NoNumber(text + " has an exponent beyond " + LARGEST_EXPONENT);
        }
        if (Math.abs((long) exact.scale()) > LARGEST_EXPONENT) {
            throw new NoNumber(text + " has an exponent beyond " + LARGEST_EXPONENT);
        }
        double near = Double.parseDouble(text);
        boolean same = Double.isFinite(near) && new BigDecimal(Double.toString(near)).compareTo(exact) == 0;
        return same ? (Object) near : exact;
    }
}
