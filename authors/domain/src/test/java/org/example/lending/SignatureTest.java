package org.example.lending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SignatureTest {
    private static final byte[] BODY = "what do ya want for nothing?".getBytes(StandardCharsets.UTF_8);

    /** RFC 4231 §4.3. */
    @Test
    void itIsTheOneOfTheStandard() {
        assertEquals(
                "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", Signature.of("Jefe", BODY));
    }

    @Test
    void anotherSecretAnotherBodyOrNoSignatureDoNotHold() {
        String signature = Signature.of("Jefe", BODY);

        assertTrue(Signature.holds("Jefe", BODY, signature));
        assertFalse(Signature.holds("jefe", BODY, signature));
        assertFalse(Signature.holds("Jefe", new byte[0], signature));
        assertFalse(Signature.holds("Jefe", BODY, ""));
    }
}
