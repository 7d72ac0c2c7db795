package io.precinct.launcher.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.launcher.mcp.MessageLines.Line;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageLinesTest {
    private static List<String> lines(InputStream in) throws IOException {
        var lines = new MessageLines(in);
        List<String> all = new ArrayList<>();
        for (@Nullable Line line = lines.next(); line != null; line = lines.next()) {
            all.add(
                    switch (line) {
                        case Line.Whole(byte[] bytes) when bytes.length > 100 -> bytes.length + " bytes";
                        case Line.Whole(byte[] bytes) -> new String(bytes, StandardCharsets.UTF_8);
                        case Line.TooLong(List<Object> ids) -> "too long " + ids;
                    });
        }
        return all;
    }

    private static List<String> lines(String text) throws IOException {
        return lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aLineEndsWithItsEndOrWithTheStream() throws IOException {
        assertThat(lines("")).isEmpty();
        assertThat(lines("\n")).containsExactly("");
        assertThat(lines("a\n\nb\r\nc")).containsExactly("a", "", "b\r", "c");
    }

    @Test
    void aLineHasSixteenMegabytesAndNotOneByteMore() throws IOException {
        String begin = "{\"params\":\"";
        String end = "\",\"id\":7}";
        String fits = begin + "x".repeat((16 << 20) - begin.length() - end.length()) + end;

        assertThat(lines(fits + "\nnext")).containsExactly("16777216 bytes", "next");
        assertThat(lines(fits)).containsExactly("16777216 bytes");
        assertThat(lines(" " + fits + "\nnext")).as("its id comes last").containsExactly("too long [7]", "next");
        assertThat(lines("{\"id\":8,\"params\":\"" + fits + fits + "\n\n" + fits))
                .as("no more of it is read than is certain")
                .containsExactly("too long [8]", "", "16777216 bytes");
        assertThat(lines("x" + fits)).as("ends with the stream").containsExactly("too long []");
    }
}
