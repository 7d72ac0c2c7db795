package io.precinct.config.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/**
 * Reads plain scalars by the core schema of YAML 1.2 (§10.3): {@code yes} is a string, {@code 010} is ten. The library
 * decides the type; the values are ours, because its numbers are doubles and unbounded. Thread-safe.
 */
final class CoreSchema {
    private static final ScalarResolver TYPES = new CoreScalarResolver(false);
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
        Tag type = TYPES.resolve(text, true);
        if (type.equals(Tag.NULL)) {
            return null;
        }
        if (type.equals(Tag.BOOL)) {
            return Boolean.parseBoolean(text);
        }
        if (type.equals(Tag.INT)) {
            return integer(text);
        }
        return type.equals(Tag.FLOAT) ? decimal(text) : text;
    }

    private static Object integer(String text) throws NoNumber {
        if (text.length() > MOST_DIGITS) {
            throw new NoNumber("a number of more than " + MOST_DIGITS + " digits");
        }
        BigInteger value = text.startsWith("0o")
                ? new BigInteger(text.substring(2), 8)
                : text.startsWith("0x") ? new BigInteger(text.substring(2), 16) : new BigInteger(text);
        if (value.bitLength() < Integer.SIZE) {
            return value.intValueExact();
        }
        return value.bitLength() < Long.SIZE ? (Object) value.longValueExact() : value;
    }

    private static Object decimal(String text) throws NoNumber {
        if (text.chars().noneMatch(Character::isDigit)) {
            throw new NoNumber(text + " is not a finite number");
        }
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
