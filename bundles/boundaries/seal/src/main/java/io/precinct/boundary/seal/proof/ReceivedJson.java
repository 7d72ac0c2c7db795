package io.precinct.boundary.seal.proof;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MalformedJson;
import io.precinct.api.data.MapBuilder;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as a client received it, and restores the numbers of the sender. A double above 2^53 is written with the
 * digits of a whole number (RFC 8785 §3.2.2.3) and becomes the same double again. Other whole numbers of that size have
 * no canonical form.
 */
public final class ReceivedJson {
    private static final int EXACT_BITS = 53;

    private ReceivedJson() {}

    /**
     * Reads one document.
     *
     * @return frozen plain data
     * @throws MalformedJson if it is not JSON, or is ambiguous
     */
    public static @Nullable Object read(byte[] utf8) throws MalformedJson {
        return sent(Json.read(utf8));
    }

    private static @Nullable Object sent(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> members(map);
            case List<?> list -> elements(list);
            case Long whole -> whole(BigInteger.valueOf(whole));
            case BigInteger whole -> whole(whole);
            case null, default -> value;
        };
    }

    private static Object members(Map<?, ?> map) {
        MapBuilder sent = Data.mapBuilder();
        map.forEach((name, value) -> sent.put((String) name, sent(value)));
        return sent.build();
    }

    private static Object elements(List<?> list) {
        ListBuilder sent = Data.listBuilder();
        list.forEach(value -> sent.add(sent(value)));
        return sent.build();
    }

    private static Number whole(BigInteger exact) {
        if (exact.abs().bitLength() <= EXACT_BITS) {
            return exact.longValue();
        }
        double nearest = exact.doubleValue();
        boolean written = Double.isFinite(nearest) && Json.compact(nearest).equals(exact.toString());
        return written ? (Number) nearest : exact;
    }
}
