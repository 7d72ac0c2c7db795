package io.precinct.source.git;

import io.precinct.common.digest.Digests;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Distinguishes genuine webhook deliveries from others. */
public final class Webhook {
    private static final String PREFIX = "sha256=";

    private Webhook() {}

    /** Either the signature or the token has to match; a token does not make up for a wrong signature. */
    public static boolean genuine(
            @Nullable String secret, @Nullable String signature, @Nullable String token, byte[] body) {
        if (secret == null || secret.isEmpty()) {
            return false;
        }
        byte[] key = secret.getBytes(StandardCharsets.UTF_8);
        if (signature != null) {
            String given = signature.strip().toLowerCase(Locale.ROOT);
            String hex = given.startsWith(PREFIX) ? given.substring(PREFIX.length()) : given;
            byte[] expected =
                    HexFormat.of().formatHex(Digests.hmacSha256(key, body)).getBytes(StandardCharsets.US_ASCII);
            return MessageDigest.isEqual(expected, hex.getBytes(StandardCharsets.UTF_8));
        }
        // Compared by their hashes, so that the timing does not even reveal the length of the secret.
        return token != null
                && MessageDigest.isEqual(
                        Digests.hmacSha256(key, key), Digests.hmacSha256(key, token.getBytes(StandardCharsets.UTF_8)));
    }
}
