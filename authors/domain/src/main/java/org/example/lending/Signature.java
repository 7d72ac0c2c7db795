package org.example.lending;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signatures of webhooks: {@code sha256=} and the HMAC-SHA-256 (RFC 2104) of the body in hexadecimal digits. */
final class Signature {
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    static String of(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** Whether it is the signature of this body. How long that takes says nothing of where they differ. */
    static boolean holds(String secret, byte[] body, String signature) {
        return MessageDigest.isEqual(
                of(secret, body).getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
    }
}
