package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WebhookTest {
    private static final byte[] BODY = "Hello, World!".getBytes(StandardCharsets.UTF_8);
    private static final String SECRET = "It's a Secret to Everybody";
    // The example of GitHub's documentation of its webhooks.
    private static final String SIGNATURE = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

    @Test
    void aSignatureOfTheBodyIsGenuineWithAndWithoutItsPrefix() {
        assertThat(Webhook.genuine(SECRET, "sha256=" + SIGNATURE, null, BODY)).isTrue();
        assertThat(Webhook.genuine(SECRET, SIGNATURE, null, BODY)).isTrue();
    }

    @Test
    void aSignatureOfAnotherBodyOrByAnotherSecretIsNot() {
        assertThat(Webhook.genuine(SECRET, "sha256=" + SIGNATURE, null, new byte[1]))
                .isFalse();
        assertThat(Webhook.genuine("other", "sha256=" + SIGNATURE, null, BODY)).isFalse();
        assertThat(Webhook.genuine(SECRET, "sha1=" + SIGNATURE, null, BODY)).isFalse();
        assertThat(Webhook.genuine(SECRET, "", SECRET, BODY)).isFalse();
    }

    @Test
    void thePlainTokenIsGenuineAndNothingElseIs() {
        assertThat(Webhook.genuine(SECRET, null, SECRET, BODY)).isTrue();
        assertThat(Webhook.genuine(SECRET, null, SECRET + " ", BODY)).isFalse();
        assertThat(Webhook.genuine(SECRET, null, null, BODY)).isFalse();
    }

    @Test
    void withoutASecretNothingIsGenuine() {
        assertThat(Webhook.genuine(null, null, "", BODY)).isFalse();
        assertThat(Webhook.genuine("", null, "", BODY)).isFalse();
    }
}
