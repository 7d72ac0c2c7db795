package io.precinct.configuration.queries.document;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Numbers in documents and results: {@code Long}, {@code BigInteger} or a finite {@code Double}. */
public final class Numbers {
    private static final int LONG_BITS = 63;
    private static final int LONGEST_SCALE = 400;

    private Numbers() {}

    /** An integer in its smallest form. */
    static Number plain(Number integer) {
        return integer instanceof BigInteger big
                ? big.bitLength() <= LONG_BITS ? (Number) big.longValue() : big
                : (Number) integer.longValue();
    }

    /** A number in the form of results; null if it is not finite or out of range. */
    public static @Nullable Number finite(Number number) {
        return switch (number) {
            case BigInteger big -> plain(big);
            case BigDecimal decimal -> {
                // Checked before anything is computed: 1e999999999 written out takes a gigabyte.
                boolean small = Math.abs((long) decimal.scale()) <= LONGEST_SCALE;
                if (small
                        && (decimal.signum() == 0
                                || decimal.stripTrailingZeros().scale() <= 0)) {
                    yield plain(decimal.toBigInteger());
                }
                yield finite(decimal.doubleValue());
            }
            case Double _, Float _ -> Double.isFinite(number.doubleValue()) ? (Number) number.doubleValue() : null;
            default -> number.longValue();
        };
    }
}
