package io.precinct.boundary.seal;

import io.precinct.api.data.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Digests of the payloads of one request: SHA-256 over the canonical JSON without {@code _trace} and {@code _seal}.
 * Payloads are immutable and passed from crossing to crossing as the same object, so each is digested once.
 */
@SuppressWarnings("ReferenceEquality") // comparing by content would cost what the digest costs
final class PayloadDigests implements AutoCloseable {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final Json.Digests json = new Json.Digests();
    private @Nullable Object[] payloads = new Object[4];
    private byte[] @Nullable [] digests = new byte[4][];
    private int known;

    /** The digest in ASCII hex, or null if the payload has no canonical form. */
    byte @Nullable [] of(@Nullable Object payload) {
        for (int i = known - 1; i >= 0; i--) {
            if (payloads[i] == payload) {
                return digests[i];
            }
        }
        byte[] digest = compute(payload);
        if (known == payloads.length) {
            payloads = Arrays.copyOf(payloads, known * 2);
            digests = Arrays.copyOf(digests, known * 2);
        }
        payloads[known] = payload;
        digests[known++] = digest;
        return digest;
    }

    private byte @Nullable [] compute(@Nullable Object payload) {
        if (!(payload instanceof Map<?, ?> map)) {
            return hex(() -> json.of(payload));
        }
        for (int i = 0; i < known; i++) {
            if (payloads[i] instanceof Map<?, ?> before && sameMembers(map, before)) {
                return digests[i];
            }
        }
        return map.containsKey("_trace") || map.containsKey("_seal")
                ? hex(() -> json.without(plain(map), PayloadDigests::unsealed))
                : hex(() -> json.of(map));
    }

    @Override
    public void close() {
        json.close();
    }

    private static byte @Nullable [] hex(Supplier<byte[]> digest) {
        try {
            return hex(digest.get());
        } catch (Json.NotCanonical e) {
            return null;
        }
    }

    /** Members left out of the digest: times, and the seal itself. */
    private static boolean unsealed(String member) {
        return member.equals("_trace") || member.equals("_seal");
    }

    @SuppressWarnings("unchecked") // the keys of plain data are text
    private static Map<String, @Nullable Object> plain(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }

    /**
     * Whether both maps have the same objects apart from left-out members, such as a payload and the result of
     * trace_emit.
     */
    private static boolean sameMembers(Map<?, ?> one, Map<?, ?> other) {
        return Math.abs(one.size() - other.size()) <= 2 && holds(one, other) && holds(other, one);
    }

    private static boolean holds(Map<?, ?> one, Map<?, ?> other) {
        for (Map.Entry<?, ?> member : one.entrySet()) {
            String name = (String) member.getKey();
            if (!unsealed(name)) {
                Object value = other.get(name);
                if (value != member.getValue() || value == null && !other.containsKey(name)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static byte[] hex(byte[] bytes) {
        byte[] hex = new byte[bytes.length * 2];
        for (int i = 0; i < bytes.length; i++) {
            hex[2 * i] = HEX[bytes[i] >> 4 & 0xF];
            hex[2 * i + 1] = HEX[bytes[i] & 0xF];
        }
        return hex;
    }
}
