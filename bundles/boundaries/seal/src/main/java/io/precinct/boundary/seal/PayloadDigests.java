package io.precinct.boundary.seal;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MapBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Digests of the payloads of one request: SHA-256 over the canonical JSON without {@code _trace} and {@code _seal}.
 * Payloads are immutable and handed from crossing to crossing as the same object, so each is digested once.
 */
@SuppressWarnings("ReferenceEquality") // comparing by content would cost what the digest costs
final class PayloadDigests implements AutoCloseable {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final Json.Digests json = new Json.Digests();
    private @Nullable Object[] payloads = new Object[4];
    private byte[] @Nullable [] digests = new byte[4][];
    private int known;

    /** The digest in ASCII hex, or null where the payload has no canonical form. */
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
        if (payload instanceof Map<?, ?> map && (map.containsKey("_trace") || map.containsKey("_seal"))) {
            Map<String, @Nullable Object> bare = bare(map);
            for (int i = 0; i < known; i++) {
                if (payloads[i] instanceof Map<?, ?> before && sameMembers(bare, before)) {
                    return digests[i];
                }
            }
            return digest(bare);
        }
        return digest(payload);
    }

    @Override
    public void close() {
        json.close();
    }

    private byte @Nullable [] digest(@Nullable Object payload) {
        try {
            return hex(json.of(payload));
        } catch (Json.NotCanonical e) {
            return null;
        }
    }

    private static Map<String, @Nullable Object> bare(Map<?, ?> map) {
        MapBuilder bare = Data.mapBuilder();
        map.forEach((key, value) -> {
            if (!key.equals("_trace") && !key.equals("_seal")) {
                bare.put((String) key, value);
            }
        });
        return bare.build();
    }

    /** Whether both hold the very same objects: what trace_emit makes of a payload, without the trace. */
    private static boolean sameMembers(Map<?, ?> bare, Map<?, ?> before) {
        if (bare.size() != before.size()) {
            return false;
        }
        for (Map.Entry<?, ?> member : bare.entrySet()) {
            Object other = before.get(member.getKey());
            if (other != member.getValue() || other == null && !before.containsKey(member.getKey())) {
                return false;
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
