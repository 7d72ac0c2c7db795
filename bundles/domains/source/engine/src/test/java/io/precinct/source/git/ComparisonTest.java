package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ComparisonTest {
    private static RawText text(List<String> lines) {
        return new RawText((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The new lines, made from the old ones by the edits. */
    private static List<String> applied(List<String> before, List<String> after) {
        EditList edits = Comparison.INSTANCE.diff(RawTextComparator.DEFAULT, text(before), text(after));
        var made = new ArrayList<String>();
        int at = 0;
        for (Edit edit : edits) {
            made.addAll(before.subList(at, edit.getBeginA()));
            made.addAll(after.subList(edit.getBeginB(), edit.getEndB()));
            at = edit.getEndA();
        }
        made.addAll(before.subList(at, before.size()));
        return made;
    }

    @Test
    void longTextsWithNothingInCommonAreCompared() {
        List<String> before = IntStream.range(0, 300_000).mapToObj(i -> "a" + i).toList();
        List<String> after = IntStream.range(0, 300_000).mapToObj(i -> "b" + i).toList();
        assertThat(applied(before, after)).isEqualTo(after);
    }

    @Test
    void longTextsOfFewDifferentLinesAreCompared() {
        var random = new Random(3);
        List<String> before =
                random.ints(300_000, 0, 4).mapToObj(Integer::toString).toList();
        List<String> after =
                random.ints(300_000, 0, 4).mapToObj(Integer::toString).toList();
        assertThat(applied(before, after)).isEqualTo(after);
    }

    @Test
    void editsMakeTheNewTextOfTheOld() {
        var random = new Random(5);
        for (int size : new int[] {1, 10, 1000, 15_000}) {
            List<String> before =
                    random.ints(size, 0, size).mapToObj(Integer::toString).toList();
            var after = new ArrayList<>(before);
            for (int i = 0; i < 1 + size / 10; i++) {
                after.set(random.nextInt(size), "changed " + i);
            }
            assertThat(applied(before, after)).isEqualTo(after);
        }
    }
}
