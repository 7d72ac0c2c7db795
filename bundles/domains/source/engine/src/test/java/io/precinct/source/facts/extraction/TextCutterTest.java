package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.arbitrary;

import io.precinct.source.api.Cut;
import io.precinct.source.api.Item;
import io.precinct.source.api.Position;
import io.precinct.source.api.PositionEncoding;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextCutterTest {
    private static final String CHARACTERS = "ab ü€😀";

    private static SourceText of(String text) {
        return new SourceText(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A line of characters of one to four bytes. */
    private static String line(Random random, int length) {
        int[] points = CHARACTERS.codePoints().toArray();
        return random.ints(length, 0, points.length)
                .map(i -> points[i])
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static int column(String line, int bytes, PositionEncoding encoding) {
        String before = new String(line.getBytes(StandardCharsets.UTF_8), 0, bytes, StandardCharsets.UTF_8);
        return switch (encoding) {
            case UTF_8 -> bytes;
            case UTF_16 -> before.length();
            case UTF_32 -> before.codePointCount(0, before.length());
        };
    }

    @Test
    void aLongLineIsCutAroundWhatWasFound() {
        qt().forAll(range(0, 1_000_000), range(0, 3000), arbitrary().enumValues(PositionEncoding.class))
                .checkAssert((seed, at, encoding) -> {
                    String line = line(new Random(seed), 4000);
                    String first = "first\n";
                    SourceText text = of(first + line + "\nlast");
                    int found = text.atCharacter(first.length() + at);
                    int foundEnd = text.atCharacter(found + 5);
                    TextCutter.Piece piece = new TextCutter(text, encoding, true).line(found, foundEnd);
                    Cut cut = piece.cut();
                    assertThat(cut).isNotNull();
                    assertThat(cut.start().offset()).isLessThanOrEqualTo(found);
                    assertThat(cut.end().offset()).isGreaterThanOrEqualTo(foundEnd);
                    assertThat(piece.text().getBytes(StandardCharsets.UTF_8))
                            .hasSizeBetween(TextCutter.LINE - 6, TextCutter.LINE);
                    assertThat(piece.text()).doesNotContain("\uFFFD").isSubstringOf(line);
                    for (Position position : new Position[] {cut.start(), cut.end()}) {
                        assertThat(position.line()).isEqualTo(2);
                        assertThat(position.column())
                                .isEqualTo(column(line, position.offset() - first.length(), encoding));
                    }
                    assertThat(cut.before()).isEqualTo(cut.start().offset() - first.length());
                    assertThat(cut.before() + piece.text().getBytes(StandardCharsets.UTF_8).length + cut.after())
                            .isEqualTo(line.getBytes(StandardCharsets.UTF_8).length);
                });
    }

    @Test
    void aTextMayHaveAThousandBytesForEachOfItsLines() {
        String text = "x".repeat(1500) + "\n" + "y".repeat(400);
        var cutter = new TextCutter(of(text), PositionEncoding.UTF_8, true);
        assertThat(cutter.text(0, text.length())).isEqualTo(new TextCutter.Piece(text, null));
        TextCutter.Piece piece = cutter.text(0, 1500);
        assertThat(piece.text()).isEqualTo("x".repeat(1000));
        assertThat(piece.cut()).isEqualTo(new Cut(new Position(1, 0, 0, 0), new Position(1, 0, 1000, 1000), 0, 500));
        assertThat(cutter.text(0, 1500, 1490, 1495).cut().before()).isEqualTo(500);
        String endless = "z\n".repeat(200_000);
        assertThat(new TextCutter(of(endless), PositionEncoding.UTF_8, true)
                        .text(0, endless.length())
                        .text())
                .hasSize(TextCutter.TEXT);
    }

    @Test
    void linesAreCutOneByOne() {
        String text = "a\n" + "b".repeat(5000) + "\nc\n";
        var cutter = new TextCutter(of(text), PositionEncoding.UTF_8, true);
        Item.Lines lines = cutter.lines(3000, 3001, 1);
        assertThat(lines.from()).isEqualTo(1);
        assertThat(lines.to()).isEqualTo(3);
        assertThat(lines.lines()).containsExactly("a", "b".repeat(1000), "c");
        assertThat(lines.cuts()).singleElement().satisfies(cut -> {
            assertThat(cut.start().line()).isEqualTo(2);
            assertThat(cut.start().offset()).isBetween(2400, 2600);
        });
        assertThat(cutter.lines(0, 1, 1).cuts().getFirst().before()).isZero();
    }

    @Test
    void linesOfAnEndlessRangeEnd() {
        String text = "line of ten\n".repeat(100_000);
        Item.Lines lines = new TextCutter(of(text), PositionEncoding.UTF_8, true).lines(0, text.length(), 0);
        assertThat(SourceText.length(lines)).isLessThanOrEqualTo(TextCutter.TEXT);
        assertThat(lines.lines()).hasSize(lines.to());
        assertThat(new TextCutter(of(text), PositionEncoding.UTF_8, false)
                        .lines(0, text.length(), 0)
                        .lines())
                .hasSize(100_000);
    }

    @Test
    void whoeverAsksForWholeTextsGetsThem() {
        String text = "b".repeat(5000);
        var cutter = new TextCutter(of(text), PositionEncoding.UTF_8, false);
        assertThat(cutter.text(0, 5000)).isEqualTo(new TextCutter.Piece(text, null));
        assertThat(cutter.lines(0, 5000, 3)).isEqualTo(new Item.Lines(1, 1, List.of(text)));
    }
}
