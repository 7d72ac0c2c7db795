package io.precinct.source.git;

import java.util.Arrays;
import org.eclipse.jgit.errors.DiffInterruptedException;
import org.jspecify.annotations.Nullable;

/**
 * Marks the lines of two texts that have no partner, in an edit script that is as short as possible within bounded
 * time. It is the algorithm of Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), section 4b, with the
 * bounds that git adds to it: lines without a match are set aside, and so are lines with many among those; a search
 * that has become expensive follows a promising path or ends where it has come furthest. Confined to a thread.
 */
final class ShortestEdits {
    /** A run of equal lines longer than this makes a path promising. */
    private static final int SNAKE = 20;

    /** The cost from which on a promising path is followed. */
    private static final int MUCH = 256;

    /** A path is promising if it has come this many times further than its cost. */
    private static final int FURTHER = 4;

    /** Lines before and after a frequent line that say whether it is set aside. */
    private static final int WINDOW = 100;

    /** A line with at least this many matches is frequent, in a text of any length. */
    private static final int MOST_MATCHES = 1024;

    /** Behind all lines. */
    private static final int FAR = Integer.MAX_VALUE;

    private final Kept a;
    private final Kept b;
    private final int[] forward;
    private final int[] backward;
    private final int origin;
    private final int tooMuch;

    private ShortestEdits(Kept a, Kept b) {
        this.a = a;
        this.b = b;
        int diagonals = a.size + b.size + 3;
        forward = new int[diagonals];
        backward = new int[diagonals];
        origin = b.size + 1;
        tooMuch = Math.max(roughRoot(diagonals), MUCH);
    }

    static void mark(ComparedText.Pair texts) {
        ComparedText before = texts.before();
        ComparedText after = texts.after();
        int shorter = Math.min(before.size(), after.size());
        int start = 0;
        while (start < shorter && before.number(start) == after.number(start)) {
            start++;
        }
        int end = 0;
        while (end < shorter - start
                && before.number(before.size() - 1 - end) == after.number(after.size() - 1 - end)) {
            end++;
        }
        var a = new Kept(before, start, before.size() - end, texts.counts(after));
        var b = new Kept(after, start, after.size() - end, texts.counts(before));
        new ShortestEdits(a, b).mark(0, a.size, 0, b.size, false);
    }

    /** A power of two near the square root. */
    private static int roughRoot(int value) {
        int root = 1;
        for (int rest = value; rest > 0; rest >>= 2) {
            root <<= 1;
        }
        return root;
    }

    /** The lines of a text that are compared. The others are marked as changed. */
    private static final class Kept {
        private static final byte NONE = 0;
        private static final byte FEW = 1;
        private static final byte MANY = 2;

        private final ComparedText text;
        private final int[] lines;
        private final int[] numbers;
        private final int size;

        /** @param matches how often each line number occurs in the other text */
        Kept(ComparedText text, int from, int to, int[] matches) {
            this.text = text;
            int many = Math.min(roughRoot(text.size()), MOST_MATCHES);
            var kinds = new byte[to - from];
            for (int i = 0; i < kinds.length; i++) {
                int found = matches[text.number(from + i)];
                kinds[i] = found == 0 ? NONE : found >= many ? MANY : FEW;
            }
            lines = new int[kinds.length];
            numbers = new int[kinds.length];
            int count = 0;
            for (int i = 0; i < kinds.length; i++) {
                if (kinds[i] == FEW || kinds[i] == MANY && !isLost(kinds, i)) {
                    lines[count] = from + i;
                    numbers[count++] = text.number(from + i);
                } else {
                    text.setChanged(from + i, true);
                }
            }
            size = count;
        }

        /** Whether a frequent line stands in a run of lines most of which have no match. */
        private static boolean isLost(byte[] kinds, int line) {
            int without = 0;
            int frequent = 0;
            for (int step = -1; step <= 1; step += 2) {
                int withoutHere = 0;
                frequent++;
                for (int at = line + step;
                        at >= 0 && at < kinds.length && Math.abs(at - line) <= WINDOW && kinds[at] != FEW;
                        at += step) {
                    if (kinds[at] == NONE) {
                        withoutHere++;
                    } else {
                        frequent++;
                    }
                }
                if (withoutHere == 0) {
                    return false;
                }
                without += withoutHere;
            }
            return 4 * frequent < without + frequent;
        }

        void change(int from, int to) {
            for (int i = from; i < to; i++) {
                text.setChanged(lines[i], true);
            }
        }
    }

    private boolean same(int lineA, int lineB) {
        return a.numbers[lineA] == b.numbers[lineB];
    }

    /** @param exact whether the shortest script is found at any cost */
    private void mark(int startA, int endA, int startB, int endB, boolean exact) {
        int fromA = startA;
        int fromB = startB;
        int toA = endA;
        int toB = endB;
        boolean shortest = exact;
        while (true) {
            while (fromA < toA && fromB < toB && same(fromA, fromB)) {
                fromA++;
                fromB++;
            }
            while (fromA < toA && fromB < toB && same(toA - 1, toB - 1)) {
                toA--;
                toB--;
            }
            if (fromA == toA || fromB == toB) {
                a.change(fromA, toA);
                b.change(fromB, toB);
                return;
            }
            Split split = new Search(fromA, toA, fromB, toB).split(shortest);
            mark(fromA, split.a, fromB, split.b, split.exactBefore);
            fromA = split.a;
            fromB = split.b;
            shortest = split.exactAfter;
        }
    }

    /**
     * Where the texts are divided.
     *
     * @param exactBefore whether the part before is small enough to be compared at any cost
     * @param exactAfter whether the part after is
     */
    private record Split(int a, int b, boolean exactBefore, boolean exactAfter) {}

    /**
     * A search from both corners of a part of the texts for the middle of the shortest script. Diagonal d has the
     * places where the line of the old text is d after that of the new one.
     */
    private final class Search {
        private final int fromA;
        private final int toA;
        private final int fromB;
        private final int toB;
        private final int lowest;
        private final int highest;
        private final int first;
        private final int last;
        private int forwardLow;
        private int forwardHigh;
        private int backwardLow;
        private int backwardHigh;
        private boolean longRun;

        Search(int fromA, int toA, int fromB, int toB) {
            this.fromA = fromA;
            this.toA = toA;
            this.fromB = fromB;
            this.toB = toB;
            lowest = fromA - toB;
            highest = toA - fromB;
            first = fromA - fromB;
            last = toA - toB;
            forwardLow = first;
            forwardHigh = first;
            backwardLow = last;
            backwardHigh = last;
            forward[origin + first] = fromA;
            backward[origin + last] = toA;
        }

        Split split(boolean exact) {
            boolean odd = (first - last) % 2 != 0;
            for (int cost = 1; ; cost++) {
                if (Thread.interrupted()) {
                    throw new DiffInterruptedException();
                }
                longRun = false;
                Split met = advance(odd);
                if (met == null) {
                    met = retreat(!odd);
                }
                if (met == null && !exact) {
                    if (longRun && cost > MUCH) {
                        met = promising(cost);
                    }
                    if (met == null && cost >= tooMuch) {
                        met = furthest();
                    }
                }
                if (met != null) {
                    return met;
                }
            }
        }

        /** One step more of each path from the start. */
        private @Nullable Split advance(boolean meets) {
            if (forwardLow > lowest) {
                forwardLow--;
                forward[origin + forwardLow - 1] = -1;
            } else {
                forwardLow++;
            }
            if (forwardHigh < highest) {
                forwardHigh++;
                forward[origin + forwardHigh + 1] = -1;
            } else {
                forwardHigh--;
            }
            for (int diagonal = forwardHigh; diagonal >= forwardLow; diagonal -= 2) {
                int deleted = forward[origin + diagonal - 1] + 1;
                int begin = Math.max(deleted, forward[origin + diagonal + 1]);
                int at = begin;
                while (at < toA && at - diagonal < toB && same(at, at - diagonal)) {
                    at++;
                }
                longRun |= at - begin > SNAKE;
                forward[origin + diagonal] = at;
                if (meets && diagonal >= backwardLow && diagonal <= backwardHigh && backward[origin + diagonal] <= at) {
                    return new Split(at, at - diagonal, true, true);
                }
            }
            return null;
        }

        /** One step more of each path from the end. */
        private @Nullable Split retreat(boolean meets) {
            if (backwardLow > lowest) {
                backwardLow--;
                backward[origin + backwardLow - 1] = FAR;
            } else {
                backwardLow++;
            }
            if (backwardHigh < highest) {
                backwardHigh++;
                backward[origin + backwardHigh + 1] = FAR;
            } else {
                backwardHigh--;
            }
            for (int diagonal = backwardHigh; diagonal >= backwardLow; diagonal -= 2) {
                int inserted = backward[origin + diagonal - 1];
                int begin = Math.min(inserted, backward[origin + diagonal + 1] - 1);
                int at = begin;
                while (at > fromA && at - diagonal > fromB && same(at - 1, at - diagonal - 1)) {
                    at--;
                }
                longRun |= begin - at > SNAKE;
                backward[origin + diagonal] = at;
                if (meets && diagonal >= forwardLow && diagonal <= forwardHigh && at <= forward[origin + diagonal]) {
                    return new Split(at, at - diagonal, true, true);
                }
            }
            return null;
        }

        /** The end of the path that has come furthest for its cost and ends in a long run of equal lines. */
        private @Nullable Split promising(int cost) {
            int best = FURTHER * cost;
            Split found = null;
            for (int diagonal = forwardHigh; diagonal >= forwardLow; diagonal -= 2) {
                int atA = forward[origin + diagonal];
                int atB = atA - diagonal;
                int come = atA - fromA + atB - fromB - Math.abs(diagonal - first);
                if (come > best
                        && atA >= fromA + SNAKE
                        && atA < toA
                        && atB >= fromB + SNAKE
                        && atB < toB
                        && runs(atA - SNAKE, atB - SNAKE)) {
                    best = come;
                    found = new Split(atA, atB, true, false);
                }
            }
            if (found != null) {
                return found;
            }
            for (int diagonal = backwardHigh; diagonal >= backwardLow; diagonal -= 2) {
                int atA = backward[origin + diagonal];
                int atB = atA - diagonal;
                int come = toA - atA + toB - atB - Math.abs(diagonal - last);
                if (come > best
                        && atA > fromA
                        && atA <= toA - SNAKE
                        && atB > fromB
                        && atB <= toB - SNAKE
                        && runs(atA, atB)) {
                    best = come;
                    found = new Split(atA, atB, false, true);
                }
            }
            return found;
        }

        private boolean runs(int atA, int atB) {
            return Arrays.equals(a.numbers, atA, atA + SNAKE, b.numbers, atB, atB + SNAKE);
        }

        /** The end of the path that has come furthest. */
        private Split furthest() {
            long from = -1;
            int fromAt = -1;
            for (int diagonal = forwardHigh; diagonal >= forwardLow; diagonal -= 2) {
                int atA = Math.min(Math.min(forward[origin + diagonal], toA), toB + diagonal);
                long sum = 2L * atA - diagonal;
                if (sum > from) {
                    from = sum;
                    fromAt = atA;
                }
            }
            long to = Long.MAX_VALUE;
            int toAt = FAR;
            for (int diagonal = backwardHigh; diagonal >= backwardLow; diagonal -= 2) {
                int atA = Math.max(Math.max(backward[origin + diagonal], fromA), fromB + diagonal);
                long sum = 2L * atA - diagonal;
                if (sum < to) {
                    to = sum;
                    toAt = atA;
                }
            }
            return (long) toA + toB - to < from - (fromA + fromB)
                    ? new Split(fromAt, (int) (from - fromAt), true, false)
                    : new Split(toAt, (int) (to - toAt), false, true);
        }
    }
}
