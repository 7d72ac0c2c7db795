package io.precinct.source.git;

import java.security.SecureRandom;
import java.util.Arrays;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;

/**
 * One of two texts that are compared: its lines as numbers, which are the same for equal lines of both texts, and which
 * of the lines have no partner in the other text. Confined to a thread.
 */
final class ComparedText {
    /** An indentation beyond this counts as this. */
    private static final int MOST_INDENT = 200;

    private static final int TAB = 8;

    private final byte[] content;
    private final int[] starts;
    private final int[] numbers;
    private final boolean[] changed;

    /** @param end where the content ends for the comparison, in bytes */
    private ComparedText(byte[] content, int end, Numbers numbering) {
        this.content = content;
        int count = 0;
        var begins = new int[16];
        for (int at = 0; at < end; at = endOfLine(content, at, end)) {
            if (count + 1 == begins.length) {
                begins = Arrays.copyOf(begins, 2 * begins.length);
            }
            begins[count++] = at;
        }
        begins[count] = end;
        starts = begins;
        changed = new boolean[count];
        numbers = new int[count];
        for (int line = 0; line < count; line++) {
            numbers[line] = numbering.of(content, starts[line], starts[line + 1]);
        }
    }

    private static int endOfLine(byte[] content, int at, int end) {
        int next = at;
        while (next < end && content[next] != '\n') {
            next++;
        }
        return Math.min(next + 1, end);
    }

    /** Both texts, of which no line counts as changed yet. */
    static Pair of(byte[] before, byte[] after, boolean withoutEnd) {
        int equal = withoutEnd ? equalEnd(before, after) : 0;
        var numbers = new Numbers();
        return new Pair(
                new ComparedText(before, before.length - equal, numbers),
                new ComparedText(after, after.length - equal, numbers),
                numbers);
    }

    /** The length of the equal end that blame leaves out: whole blocks, without the line that their start cuts. */
    private static int equalEnd(byte[] before, byte[] after) {
        int block = 1024;
        int shorter = Math.min(before.length, after.length);
        int equal = 0;
        while (equal + block <= shorter
                && Arrays.equals(
                        before,
                        before.length - equal - block,
                        before.length - equal,
                        after,
                        after.length - equal - block,
                        after.length - equal)) {
            equal += block;
        }
        int start = before.length - equal;
        return before.length - endOfLine(before, start, before.length);
    }

    int size() {
        return numbers.length;
    }

    /** The number of a line, from 0. */
    int number(int line) {
        return numbers[line];
    }

    /** False for what is before the first line and behind the last. */
    boolean isChanged(int line) {
        return line >= 0 && line < changed.length && changed[line];
    }

    void setChanged(int line, boolean value) {
        changed[line] = value;
    }

    boolean sameLine(int line, int other) {
        return numbers[line] == numbers[other];
    }

    /** The columns before the first character of a line that is no white space; -1 if it has none. */
    int indent(int line) {
        int columns = 0;
        for (int at = starts[line]; at < starts[line + 1]; at++) {
            switch (content[at]) {
                case ' ' -> columns++;
                case '\t' -> columns += TAB - columns % TAB;
                case '\n', '\r', '\f', 0x0b -> {
                    // No width.
                }
                default -> {
                    return columns;
                }
            }
            if (columns >= MOST_INDENT) {
                return MOST_INDENT;
            }
        }
        return -1;
    }

    private int[] counts(int distinct) {
        var counts = new int[distinct];
        for (int number : numbers) {
            counts[number]++;
        }
        return counts;
    }

    /** Two texts whose lines are numbered alike. */
    static final class Pair {
        private final ComparedText before;
        private final ComparedText after;
        private final Numbers numbers;

        private Pair(ComparedText before, ComparedText after, Numbers numbers) {
            this.before = before;
            this.after = after;
            this.numbers = numbers;
        }

        ComparedText before() {
            return before;
        }

        ComparedText after() {
            return after;
        }

        /** How often each number occurs in a text. */
        int[] counts(ComparedText text) {
            return text.counts(numbers.count);
        }

        /** What is marked as changed, as edits. */
        EditList edits() {
            var edits = new EditList();
            int a = 0;
            int b = 0;
            while (a < before.size() || b < after.size()) {
                int fromA = a;
                int fromB = b;
                while (before.isChanged(a)) {
                    a++;
                }
                while (after.isChanged(b)) {
                    b++;
                }
                if (a > fromA || b > fromB) {
                    edits.add(new Edit(fromA, a, fromB, b));
                }
                a++;
                b++;
            }
            return edits;
        }
    }

    /** Numbers the lines of two texts, from 0 in their order. */
    private static final class Numbers {
        /** Unknown to authors of texts, so that they cannot write lines whose hashes are all the same. */
        private static final int FACTOR = new SecureRandom().nextInt() & ~7 | 5;

        private int[] slots = new int[64];
        private Line[] lines = new Line[32];
        private int count;

        private record Line(byte[] content, int from, int to, int hash) {
            boolean is(byte[] other, int start, int end, int otherHash) {
                return hash == otherHash && Arrays.equals(content, from, to, other, start, end);
            }
        }

        int of(byte[] content, int from, int to) {
            int hash = 1;
            for (int at = from; at < to; at++) {
                hash = FACTOR * hash + content[at];
            }
            hash ^= hash >>> 15;
            int slot = hash & slots.length - 1;
            while (slots[slot] != 0) {
                int number = slots[slot] - 1;
                if (lines[number].is(content, from, to, hash)) {
                    return number;
                }
                slot = slot + 1 & slots.length - 1;
            }
            if (count == lines.length) {
                grow();
                return of(content, from, to);
            }
            lines[count++] = new Line(content, from, to, hash);
            slots[slot] = count;
            return count - 1;
        }

        /** Keeps at least half of the slots free. */
        private void grow() {
            lines = Arrays.copyOf(lines, 2 * lines.length);
            slots = new int[2 * lines.length];
            for (int number = 0; number < count; number++) {
                int slot = lines[number].hash() & slots.length - 1;
                while (slots[slot] != 0) {
                    slot = slot + 1 & slots.length - 1;
                }
                slots[slot] = number + 1;
            }
        }
    }
}
