package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.intArrays;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;

import io.precinct.source.api.PositionEncoding;
import io.precinct.source.testing.Texts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class SourceTextTest {
    @Test
    void rowsBeginBehindEachNewline() {
        Gen<Integer> bytes = range(0, 255).mix(pick(List.of((int) '\n', 0x0b, 0x8a, 0x09, 0x0a ^ 0x80)), 60);
        qt().forAll(intArrays(range(0, 100), bytes)).checkAssert(raw -> {
            var text = new byte[raw.length];
            List<Integer> starts = new ArrayList<>(List.of(0));
            for (int i = 0; i < raw.length; i++) {
                text[i] = (byte) (int) raw[i];
                if (raw[i] == '\n') {
                    starts.add(i + 1);
                }
            }
            var source = new SourceText(text);
            assertThat(IntStream.range(0, source.rows())
                            .mapToObj(source::rowStart)
                            .toList())
                    .isEqualTo(starts);
        });
    }

    @Test
    void columnsCountTheUnitsOfTheEncoding() {
        Gen<Integer> units = range(' ', 0xffff).mix(range(' ', '~', 'a'), 30).mix(pick(List.of(0x7f, 0xffff)), 2);
        qt().forAll(intArrays(range(0, 30), units)).checkAssert(raw -> {
            String text = Texts.wellFormed(new String(raw, 0, raw.length)) + "😀\nx";
            var source = new SourceText(text.getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i <= text.length(); i++) {
                if (i > 0 && i < text.length() && Character.isLowSurrogate(text.charAt(i))) {
                    continue;
                }
                String line = text.substring(text.lastIndexOf('\n', i - 1) + 1, i);
                int offset = text.substring(0, i).getBytes(StandardCharsets.UTF_8).length;
                assertThat(source.position(offset, PositionEncoding.UTF_16).column())
                        .isEqualTo(line.length());
                assertThat(source.position(offset, PositionEncoding.UTF_32).column())
                        .isEqualTo(line.codePointCount(0, line.length()));
                assertThat(source.position(offset, PositionEncoding.UTF_8).column())
                        .isEqualTo(line.getBytes(StandardCharsets.UTF_8).length);
            }
        });
    }
}
