package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.History.Hunk;
import io.precinct.source.testing.GitFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ComparisonTest {
    private static RawText text(List<String> lines) {
        return new RawText((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The new lines, made from the old ones by the edits. */
    private static List<String> applied(List<String> before, List<String> after) {
        EditList edits = Comparison.DIFF.diff(RawTextComparator.DEFAULT, text(before), text(after));
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

    /** Lines as of a program: few that differ, in blocks that are indented, with empty lines between. */
    private static List<String> program(Random random, int size, int words) {
        var lines = new ArrayList<String>();
        int depth = 0;
        while (lines.size() < size) {
            String indent = random.nextInt(8) == 0 ? "\t".repeat(depth) : "    ".repeat(depth);
            switch (random.nextInt(6)) {
                case 0 -> {
                    lines.add(indent + "word" + random.nextInt(words) + " {");
                    depth++;
                }
                case 1 -> {
                    depth = Math.max(0, depth - 1);
                    lines.add("    ".repeat(depth) + "}");
                }
                case 2 -> lines.add(random.nextInt(4) == 0 ? "  " : "");
                default -> lines.add(indent + "word" + random.nextInt(words));
            }
        }
        return lines;
    }

    /** Blocks go, come, and come a second time. */
    private static List<String> changed(Random random, List<String> before, int words) {
        var lines = new ArrayList<>(before);
        for (int i = 0; i <= random.nextInt(1 + before.size() / 20); i++) {
            int from = random.nextInt(lines.size() + 1);
            int to = Math.min(lines.size(), from + random.nextInt(12));
            switch (random.nextInt(4)) {
                case 0 -> lines.subList(from, to).clear();
                case 1 -> lines.addAll(from, program(random, 1 + random.nextInt(6), words));
                case 2 -> lines.addAll(to, List.copyOf(lines.subList(from, to)));
                default -> {
                    List<String> block = List.copyOf(lines.subList(from, to));
                    lines.subList(from, to).clear();
                    lines.addAll(random.nextInt(lines.size() + 1), block);
                }
            }
        }
        return lines;
    }

    private static String printed(List<String> lines, Random random) {
        return String.join("\n", lines) + (random.nextInt(5) == 0 ? "" : "\n");
    }

    private static String range(int from, int lines) {
        return lines == 1 ? "" + from : from + "," + lines;
    }

    private static String range(Hunk hunk) {
        return "@@ -" + range(hunk.oldFrom(), hunk.oldLines()) + " +" + range(hunk.newFrom(), hunk.newLines()) + " @@";
    }

    /** The edits of blame, as {@code git diff} heads hunks that have no lines around. */
    private static String range(Edit edit) {
        return "@@ -"
                + range(edit.getBeginA() + (edit.getLengthA() == 0 ? 0 : 1), edit.getLengthA())
                + " +"
                + range(edit.getBeginB() + (edit.getLengthB() == 0 ? 0 : 1), edit.getLengthB())
                + " @@";
    }

    /** What git says of each file that two commits have, from the first hunk on. */
    private static List<List<String>> patches(GitFolder git, String context) {
        var patches = new ArrayList<List<String>>();
        boolean head = true;
        for (String line : git.git("diff", "--no-renames", context, "HEAD~1", "HEAD")) {
            if (line.startsWith("diff --git ")) {
                patches.add(new ArrayList<>());
                head = true;
            } else if (line.startsWith("@@ ")) {
                patches.getLast().add(line.substring(0, line.indexOf("@@", 2) + 2));
                head = false;
            } else if (!head) {
                patches.getLast().add(line);
            }
        }
        return patches;
    }

    @Test
    void editsAreThoseOfGit(@TempDir Path folder) {
        var git = new GitFolder(folder);
        var random = new Random(11);
        var before = new ArrayList<RawText>();
        var after = new ArrayList<RawText>();
        var texts = new ArrayList<String>();
        for (int i = 0; i < 120; i++) {
            int words = 1 + random.nextInt(i % 10 == 0 ? 2000 : 30);
            List<String> old = program(random, 2 + random.nextInt(i % 10 == 0 ? 4000 : 150), words);
            List<String> now = i % 20 == 0 ? program(random, old.size(), words) : changed(random, old, words);
            texts.add(printed(now, random));
            String was = printed(old, random);
            git.write("%03d".formatted(i), was);
            before.add(new RawText(was.getBytes(StandardCharsets.UTF_8)));
            after.add(new RawText(texts.getLast().getBytes(StandardCharsets.UTF_8)));
        }
        git.commit("before");
        for (int i = 0; i < texts.size(); i++) {
            git.write("%03d".formatted(i), texts.get(i));
        }
        git.commit("after");

        List<List<String>> read = patches(git, "-U3");
        List<List<String>> bare = patches(git, "-U0");
        assertThat(read).hasSameSizeAs(bare).hasSizeGreaterThan(100);
        int patch = 0;
        for (int i = 0; i < before.size(); i++) {
            EditList edits = Comparison.BLAME.diff(RawTextComparator.DEFAULT, before.get(i), after.get(i));
            if (edits.isEmpty()) {
                continue;
            }
            var shown = new ArrayList<String>();
            for (Hunk hunk : new Hunks(before.get(i), after.get(i)).all()) {
                shown.add(range(hunk));
                shown.addAll(hunk.lines());
            }
            assertThat(shown).as("file %d", i).isEqualTo(read.get(patch));
            assertThat(edits.stream().map(ComparisonTest::range))
                    .as("file %d", i)
                    .isEqualTo(bare.get(patch++).stream()
                            .filter(line -> line.startsWith("@@ "))
                            .toList());
        }
        assertThat(patch).isEqualTo(read.size());
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
