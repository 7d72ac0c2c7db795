package io.precinct.source.endpoints.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.View.Highlight;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HighlightOffsetsTest {
    /** A text that counts how often one of its characters is read. */
    private record Counted(String text, AtomicLong reads) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            reads.incrementAndGet();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            throw new UnsupportedOperationException();
        }
    }

    private static Highlight highlight(String text, int from, int to) {
        return new Highlight(bytes(text, from), bytes(text, to), "comment");
    }

    private static int bytes(String text, int offset) {
        return text.substring(0, offset).getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void piecesStandAtTheirCharacters() {
        String text = "aü€😀b\nü😀 end";
        var found = new ArrayList<Highlight>();
        var expected = new ArrayList<List<Integer>>();
        for (int[] range : new int[][] {{0, 1}, {1, 3}, {3, 5}, {5, 8}, {8, 10}, {11, 14}}) {
            found.add(highlight(text, range[0], range[1]));
            expected.add(List.of(range[0], range[1]));
        }
        var offsets = new HighlightOffsets(text, found);
        var got = new ArrayList<List<Integer>>();
        for (int i = 0; i < offsets.count(); i++) {
            got.add(List.of(offsets.start(i), offsets.end(i)));
        }
        assertThat(got).isEqualTo(expected);
    }

    @Test
    void eachCharacterIsReadOnceHoweverManyPiecesThereAre() {
        String text = "ü".repeat(100_000) + "x".repeat(300_000);
        var found = new ArrayList<Highlight>();
        found.add(new Highlight(0, 200_000, "comment"));
        for (int i = 200_000; i < 500_000; i++) {
            found.add(new Highlight(i, i + 1, "variable"));
        }
        var reads = new AtomicLong();
        var offsets = new HighlightOffsets(new Counted(text, reads), found);
        assertThat(offsets.end(offsets.count() - 1)).isEqualTo(text.length());
        assertThat(reads).hasValue(text.length());
    }

    @Test
    void piecesBehindTheTextEndWithIt() {
        var offsets = new HighlightOffsets("ab", List.of(new Highlight(1, 9, "comment")));
        assertThat(List.of(offsets.start(0), offsets.end(0))).containsExactly(1, 2);
    }
}
