package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.testing.TestCommit;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlobsTest {
    private static final String GERMAN = "// Gr\u00f6\u00dfe und L\u00e4nge \u00fcber alles\n";
    private static final String RUSSIAN = "// \u0440\u0430\u0437\u043c\u0435\u0440 \u0438"
            + " \u0434\u043b\u0438\u043d\u0430 \u0441\u0442\u0440\u043e\u043a\u0438\n";
    private static final String JAPANESE = "// \u3053\u308c\u306f\u9577\u3044\u6587\u5b57\u5217\u3067\u3059\n";

    private static final List<byte[]> SAMPLES = List.of(
            new byte[0],
            bytes("UTF-8", "plain\n"),
            bytes("UTF-8", GERMAN),
            bytes("UTF-8", "\uFEFF" + GERMAN),
            bytes("UTF-16LE", "\uFEFF" + GERMAN),
            bytes("UTF-16BE", GERMAN.repeat(4)),
            bytes("UTF-32BE", "\uFEFF" + GERMAN),
            bytes("UTF-16LE", RUSSIAN),
            bytes("UTF-32LE", JAPANESE.repeat(4)),
            bytes("ISO-8859-1", GERMAN),
            bytes("windows-1252", "// \u201equoted\u201c costs 5 \u20ac\n"),
            bytes("windows-1251", RUSSIAN.repeat(4)),
            bytes("KOI8-R", RUSSIAN.repeat(4)),
            bytes("Shift_JIS", JAPANESE.repeat(4)),
            bytes("EUC-JP", JAPANESE.repeat(4)),
            bytes("ISO-2022-JP", JAPANESE.repeat(4)),
            bytes("ISO-8859-1", "line\u0085separated\n"),
            bytes("ISO-8859-1", new String(bytes("UTF-8", GERMAN.repeat(2)), StandardCharsets.ISO_8859_1) + "\u00fc"),
            new byte[] {'a', 0, 'b'},
            new byte[] {'a', (byte) 0xC3, 'b', 0x1B, 'c'});

    private static byte[] bytes(String charset, String text) {
        return text.getBytes(Charset.forName(charset));
    }

    @Test
    void howTextsAreDecodedHasANumberThatChangesWithIt() throws Exception {
        var commit = new TestCommit("r");
        for (int i = 0; i < SAMPLES.size(); i++) {
            commit.with("f" + i, SAMPLES.get(i));
        }
        var sha = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < SAMPLES.size(); i++) {
            Blobs.Text text = Blobs.read(commit, commit.blob("f" + i), 1 << 20);
            byte[] utf8 = text.utf8();
            sha.update(utf8 == null ? String.valueOf(text.skipped()).getBytes(StandardCharsets.UTF_8) : utf8);
            sha.update((byte) 0);
        }
        String texts = HexFormat.of().formatHex(sha.digest()).substring(0, 16);

        assertThat(List.of(Blobs.DECODING, texts))
                .as("files are decoded otherwise: give Blobs.DECODING the next number, and put both here")
                .isEqualTo(List.of(2, "ca38b85bae86d2f9"));
    }
}
