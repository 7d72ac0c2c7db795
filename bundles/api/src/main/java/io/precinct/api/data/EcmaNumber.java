package io.precinct.api.data;

import java.math.BigDecimal;

/** Doubles as ECMAScript prints them (ECMA-262 §6.1.6.1.20, required by RFC 8785 §3.2.2.3). */
final class EcmaNumber {
    private static final double EXACT_INTEGERS = 1L << 53;

    /** From here to there, Java and ECMAScript format fractions alike, and Java misses no single digit. */
    private static final double PLAIN_FROM = 1e-3;

    private static final double PLAIN_TO = 1e7;

    private EcmaNumber() {}

    static String text(double value) {
        if (!Double.isFinite(value)) {
            throw new NotPlainData("the number " + value + " is not finite");
        }
        if (value == Math.rint(value) && Math.abs(value) < EXACT_INTEGERS) {
            return Long.toString((long) value);
        }
        double magnitude = Math.abs(value);
        if (magnitude >= PLAIN_FROM && magnitude < PLAIN_TO) {
            return Double.toString(value);
        }
        BigDecimal shortest = shortest(Math.abs(value));
        String digits = shortest.unscaledValue().toString();
        int point = digits.length() - shortest.scale();
        String sign = value < 0 ? "-" : "";
        return sign + layout(digits, point);
    }

    /** Java prints at least two digits and may miss a single one that reads back as the same value (5e-324). */
    private static BigDecimal shortest(double value) {
        BigDecimal printed = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (printed.precision() == 2) {
            BigDecimal one = printed.round(new java.math.MathContext(1));
            if (one.doubleValue() == value) {
                return one.stripTrailingZeros();
            }
        }
        return printed;
    }

    /** {@code point} is the position of the decimal point, counted from the first digit. */
    private static String layout(String digits, int point) {
        int count = digits.length();
        if (count <= point && point <= 21) {
            return digits + "0".repeat(point - count);
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String mantissa = count == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }
}
