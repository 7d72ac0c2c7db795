package io.precinct.common.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The values are those of FIPS 180-4's examples. */
class DigestsTest {
    private static final byte[] ABC = "abc".getBytes(StandardCharsets.US_ASCII);
    private static final String SHA_256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void eachDigestIsThePublishedOne() {
        assertThat(hex(Digests.sha1())).isEqualTo("a9993e364706816aba3e25717850c26c9cd0d89d");
        assertThat(hex(Digests.sha256())).isEqualTo(SHA_256_OF_ABC);
        assertThat(hex(Digests.sha512()))
                .startsWith("ddaf35a193617abacc417349ae204131")
                .hasSize(128);
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest(ABC));
    }

    @Test
    void aTextIsDigestedAsUtf8AndPartsAsOne() {
        assertThat(Digests.sha256Hex("abc")).isEqualTo(SHA_256_OF_ABC);
        assertThat(Digests.sha256Hex(new byte[] {'a'}, new byte[0], new byte[] {'b', 'c'}))
                .isEqualTo(SHA_256_OF_ABC);
        assertThat(Digests.sha256Hex("ü")).isEqualTo(Digests.sha256Hex(new byte[] {(byte) 0xC3, (byte) 0xBC}));
        assertThat(Digests.sha256Hex("")).isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    /** RFC 4231, test case 2. */
    @Test
    void anHmacIsThePublishedOne() {
        byte[] key = "Jefe".getBytes(StandardCharsets.US_ASCII);
        byte[] begin = "what do ya want ".getBytes(StandardCharsets.US_ASCII);
        byte[] end = "for nothing?".getBytes(StandardCharsets.US_ASCII);

        assertThat(HexFormat.of().formatHex(Digests.hmacSha256(key, begin, end)))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    @Test
    void oneThatIsHalfFedDoesNotShowInTheNext() {
        IntStream.range(0, 1000).parallel().forEach(_ -> {
            Digests.sha256().update(ABC);
            Digests.sha1().update(ABC);
            assertThat(hex(Digests.sha256())).isEqualTo(SHA_256_OF_ABC);
        });
    }
}
