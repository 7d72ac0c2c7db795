package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.FileText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileContentTest {
    private static final String GERMAN =
            "// Gr\u00f6\u00dfe und L\u00e4nge \u00fcber alles: die Gr\u00f6\u00dfe des Men\u00fcs wird gepr\u00fcft\nint gr\u00f6\u00dfe = 1;\n";

    private static FileContent utf8(String text) {
        return FileContent.of(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "'', none, 0",
        "a, none, 1",
        "'a\n', lf, 1",
        "'a\nb', lf, 2",
        "'a\r\nb\r\n', crlf, 2",
        "'a\rb', cr, 2",
        "'a\nb\r\n', mixed, 2",
        "'\n\n', lf, 2",
        "'a\nb\rc\n', mixed, 2"
    })
    void linesAreCountedByHowTheyEnd(String text, String newline, int lines) {
        FileContent content = utf8(text);
        assertThat(content.newline()).isEqualTo(newline);
        assertThat(new FileText(text, "UTF-8", newline).lines()).isEqualTo(lines);
    }

    @Test
    void lineEndsAreKept() {
        assertThat(utf8("a\r\nb\n").text()).isEqualTo("a\r\nb\n");
    }

    @Test
    void utf8IsFoundWithAndWithoutMark() {
        assertThat(utf8(GERMAN))
                .extracting(FileContent::text, FileContent::encoding)
                .containsExactly(GERMAN, "UTF-8");
        FileContent marked = FileContent.of(("\uFEFF" + GERMAN).getBytes(StandardCharsets.UTF_8));
        assertThat(marked).extracting(FileContent::text, FileContent::encoding).containsExactly(GERMAN, "UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-16LE, FFFE",
        "UTF-16BE, FEFF",
        "UTF-32LE, FFFE0000",
        "UTF-32BE, 0000FEFF",
        "UTF-16LE, ''",
        "UTF-16BE, ''"
    })
    void wideTextIsFoundByItsMarkOrItsZeros(String charset, String mark) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(HexFormat.of().parseHex(mark));
        bytes.writeBytes(GERMAN.getBytes(Charset.forName(charset)));
        FileContent content = FileContent.of(bytes.toByteArray());
        assertThat(content).extracting(FileContent::text, FileContent::encoding).containsExactly(GERMAN, charset);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void wideTextOfAnyAlphabetIsFoundWithoutAMark(String charset) {
        for (String text : List.of(
                GERMAN,
                "// \u043f\u0440\u043e\u0432\u0435\u0440\u043a\u0430 \u0440\u0430\u0437\u043c\u0435\u0440\u0430\n",
                "\u65e5\u672c\u8a9e\u306e\u30b3\u30e1\u30f3\u30c8\u3067\u3059\u3002\n",
                "\uD83D\uDE00 = \u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd\n".repeat(1000))) {
            byte[] bytes = text.getBytes(Charset.forName(charset));
            assertThat(FileContent.of(bytes))
                    .extracting(FileContent::text, FileContent::encoding)
                    .containsExactly(text, charset);
            assertThat(FileContent.looksBinary(Arrays.copyOf(bytes, Math.min(bytes.length, FileContent.SNIFFED))))
                    .isFalse();
        }
    }

    @Test
    void numbersAreNoWideText() {
        var random = new Random(3);
        for (int width : new int[] {2, 4}) {
            var numbers = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
            while (numbers.hasRemaining()) {
                int number = random.nextInt(2000);
                if (width == 2) {
                    numbers.putShort((short) number);
                } else {
                    numbers.putInt(number);
                }
            }
            assertThat(FileContent.of(numbers.array()).text()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0xFF, 0x96, 0xC3})
    void utf8WithABadByteStaysUtf8(int bad) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(GERMAN.getBytes(StandardCharsets.UTF_8));
        bytes.write(bad);
        bytes.writeBytes(GERMAN.getBytes(StandardCharsets.UTF_8));
        assertThat(FileContent.of(bytes.toByteArray()))
                .extracting(FileContent::text, FileContent::encoding)
                .containsExactly(GERMAN + "\uFFFD" + GERMAN, "UTF-8");
    }

    @Test
    void capitalsBeforeQuotesAreNoUtf8() {
        String text = "LIBERT\u00c9\u2019 \u00c9T\u00c9\u2019\n";
        FileContent content = FileContent.of(text.getBytes(Charset.forName("windows-1252")));
        assertThat(content).extracting(FileContent::text, FileContent::encoding).containsExactly(text, "windows-1252");
    }

    @Test
    void textWithControlCharactersIsText() {
        String text = "\u0001\u0002 gr\u00f6\u00dfe \u001e\u001f\n".repeat(20);
        assertThat(utf8(text).text()).isEqualTo(text);
        assertThat(FileContent.looksBinary(text.getBytes(StandardCharsets.UTF_8)))
                .isFalse();
    }

    @Test
    void latin1IsDecodedAndSaidToBe() {
        FileContent content = FileContent.of(GERMAN.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(content).extracting(FileContent::text, FileContent::encoding).containsExactly(GERMAN, "ISO-8859-1");
    }

    @Test
    void windows1252IsToldFromLatin1ByItsOwnCharacters() {
        String text = GERMAN + "// \u201eEuro\u201c: 5 \u20ac\n";
        FileContent content = FileContent.of(text.getBytes(Charset.forName("windows-1252")));
        assertThat(content).extracting(FileContent::text, FileContent::encoding).containsExactly(text, "windows-1252");
    }

    @Test
    void cyrillicIsDetected() {
        String text = "// \u043f\u0440\u043e\u0432\u0435\u0440\u043a\u0430 \u0440\u0430\u0437\u043c\u0435\u0440\u0430"
                + " \u0438 \u0434\u043b\u0438\u043d\u044b \u0441\u0442\u0440\u043e\u043a\u0438\nint x;\n";
        FileContent content = FileContent.of(text.repeat(5).getBytes(Charset.forName("windows-1251")));
        assertThat(content)
                .extracting(FileContent::text, FileContent::encoding)
                .containsExactly(text.repeat(5), "windows-1251");
    }

    @Test
    void japaneseIsDetected() {
        String text =
                "// \u65e5\u672c\u8a9e\u306e\u30b3\u30e1\u30f3\u30c8\u3067\u3059\u3002\u3053\u308c\u306f\u30c6\u30b9\u30c8\u3067\u3059\u3002\nint x;\n"
                        .repeat(5);
        FileContent content = FileContent.of(text.getBytes(Charset.forName("Shift_JIS")));
        assertThat(content.text()).isEqualTo(text);
        assertThat(content.encoding()).isEqualTo("Shift_JIS");
    }

    @Test
    void bytesThatNoTextHasAreBinary() {
        byte[] noise = new byte[5000];
        new Random(1).nextBytes(noise);
        byte[] withoutNul = noise.clone();
        for (int i = 0; i < withoutNul.length; i++) {
            withoutNul[i] = withoutNul[i] == 0 ? 1 : withoutNul[i];
        }
        assertThat(FileContent.of(noise).text()).isNull();
        assertThat(FileContent.of(withoutNul).text()).isNull();
        assertThat(FileContent.looksBinary(noise)).isTrue();
        assertThat(FileContent.looksBinary(GERMAN.getBytes(StandardCharsets.UTF_16)))
                .isFalse();
    }

    @Test
    void aPointerOfLfsIsToldFromText() {
        String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64) + "\nsize 12345\n";
        assertThat(utf8(pointer).lfsPointer()).isTrue();
        assertThat(utf8("// " + pointer).lfsPointer()).isFalse();
    }
}
