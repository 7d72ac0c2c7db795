package io.precinct.configuration.store.ssm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples that AWS documents, and cases of its public test suite for Signature Version 4. */
class SignatureTest {
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    private static final String TIME = "20150830T123600Z";
    private static final byte[] NOTHING = {};

    private final Signature service = new Signature("AKIDEXAMPLE", SECRET, "us-east-1", "service");
    private final Signature iam = new Signature("AKIDEXAMPLE", SECRET, "us-east-1", "iam");

    @Test
    void theKeyIsDerivedAsDocumented() {
        assertThat(HexFormat.of().formatHex(iam.key("20150830")))
                .isEqualTo("c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9");
        assertThat(Signature.time(Instant.parse("2015-08-30T12:36:00Z"))).isEqualTo(TIME);
        assertThat(iam.toString()).doesNotContain(SECRET, "AKID");
    }

    @Test
    void theDocumentedRequestHasTheDocumentedSignature() {
        assertThat(iam.authorization(
                        "GET",
                        "/",
                        "Action=ListUsers&Version=2010-05-08",
                        Map.of(
                                "Content-Type",
                                "application/x-www-form-urlencoded; charset=utf-8",
                                "Host",
                                "iam.amazonaws.com",
                                "X-Amz-Date",
                                TIME),
                        NOTHING))
                .isEqualTo("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request,"
                        + " SignedHeaders=content-type;host;x-amz-date,"
                        + " Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7");
    }

    @Test
    void getVanillaAndPostVanilla() {
        Map<String, String> headers = Map.of("Host", "example.amazonaws.com", "X-Amz-Date", TIME);
        assertThat(service.authorization("GET", "/", "", headers, NOTHING))
                .endsWith("Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
        assertThat(service.authorization("POST", "/", "", headers, NOTHING))
                .endsWith("Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
    }

    @Test
    void postWithABody() {
        Map<String, String> headers = Map.of(
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Host",
                "example.amazonaws.com",
                "X-Amz-Date",
                TIME);
        assertThat(service.authorization("POST", "/", "", headers, "Param1=value1".getBytes(StandardCharsets.UTF_8)))
                .endsWith("Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a");
    }
}
