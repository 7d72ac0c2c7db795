package io.precinct.configuration.compare;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.digest.Digests;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Digests of values: equal values have equal ones, numbers that amount to the same and members in any order included. */
final class Digest {
    private static final String SHA_256 = "sha256:";

    private Digest() {}

    /**
     * The SHA-256 of a text in UTF-8, or of data in its canonical form (RFC 8785). Data with numbers that this form cannot
     * tell, those beyond 2^53, is written like it, with all digits.
     */
    static String of(@Nullable Object value, boolean text) {
        if (text && value instanceof String string) {
            return SHA_256 + Digests.sha256Hex(string);
        }
        try {
            return SHA_256 + Digests.sha256Hex(Json.canonical(value));
        } catch (Json.NotCanonical _) {
            return SHA_256 + Digests.sha256Hex(Json.compactBytes(sorted(value)));
        }
    }

    private static @Nullable Object sorted(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> members = new TreeMap<>();
                map.forEach((key, member) -> members.put(String.valueOf(key), sorted(member)));
                yield Data.freezeMap(members);
            }
            case List<?> list ->
                Data.freezeList(list.stream().map(Digest::sorted).toList());
            case Number number -> plain(number);
            case null, default -> value;
        };
    }

    private static Number plain(Number number) {
        var exact = new BigDecimal(number.toString()).stripTrailingZeros();
        BigInteger whole = exact.scale() <= 0 && exact.precision() - exact.scale() < 400 ? exact.toBigInteger() : null;
        return whole == null ? number : whole;
    }
}
