package io.precinct.source.facts.search;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import org.apache.lucene.util.BytesRef;

/**
 * The distinct runs of four bytes within the lines of texts, in UTF-8 and regardless of case, by which an index tells
 * which texts may contain something. Only the group of the last byte counts, which keeps the index small. A line's end
 * counts as its last byte, so that any three bytes of a line begin a run. Not thread-safe.
 */
final class Grams {
    /** Bytes of a run. */
    static final int LENGTH = 4;

    /** The groups of the letters from a to z; they are about as frequent as each other. */
    private static final String LETTERS = "33334444555566667778888888";

    private static final byte OTHERS_OF_WORDS = 2;
    private static final byte NOT_OF_WORDS = 1;

    /** The group of each byte, never 0. */
    private static final byte[] GROUPS = groups();

    /** Slots for the runs of a usual text, which fit in the cache nearest to a processor. */
    private static final int SLOTS = 8192;

    /** Runs of a large text, for which there is room until the next text. */
    private static final int MOST_KEPT = 1 << 18;

    /** Chosen at random, so that nobody can write a text whose runs all fall into the same slots. */
    private final int multiplier = new Random().nextInt() | 1;

    /** The runs seen in the current text, each at its slot or the next free one; 0 is free, and so are half of them. */
    private int[] slots = new int[SLOTS];

    private int shift = shift(SLOTS);

    private int[] found = new int[SLOTS / 2];
    private int count;

    private int last;
    private int length;

    private static byte[] groups() {
        var groups = new byte[256];
        Arrays.fill(groups, 0, 0x80, NOT_OF_WORDS);
        Arrays.fill(groups, 0x80, 256, OTHERS_OF_WORDS);
        Arrays.fill(groups, '0', '9' + 1, OTHERS_OF_WORDS);
        groups['_'] = OTHERS_OF_WORDS;
        for (int i = 0; i < LETTERS.length(); i++) {
            groups['a' + i] = (byte) (LETTERS.charAt(i) - '0');
        }
        return groups;
    }

    private static int shift(int slots) {
        return Integer.SIZE - Integer.numberOfTrailingZeros(slots);
    }

    /**
     * Reads the next text; the one before is forgotten.
     *
     * @param utf8 invalid UTF-8 in it counts byte by byte
     */
    void read(byte[] utf8) {
        forget();
        for (int i = 0; i < utf8.length; i++) {
            byte one = utf8[i];
            if (one >= 0) {
                add(one >= 'A' && one <= 'Z' ? one + 32 : one);
            } else {
                i += addCharacter(utf8, i) - 1;
            }
        }
        add('\n');
    }

    private void forget() {
        if (slots.length == SLOTS) {
            Arrays.fill(slots, 0);
        } else {
            slots = new int[SLOTS];
            shift = shift(SLOTS);
        }
        if (found.length > MOST_KEPT) {
            found = new int[SLOTS / 2];
        }
        count = 0;
        length = 0;
    }

    /** @return how many bytes the character has */
    private int addCharacter(byte[] utf8, int at) {
        int size = size(utf8, at);
        if (size == 1) {
            add(utf8[at] & 0xFF);
            return 1;
        }
        int character = utf8[at] & 0x7F >> size;
        for (int i = 1; i < size; i++) {
            character = character << 6 | utf8[at + i] & 0x3F;
        }
        addFolded(fold(character));
        return size;
    }

    /** The number of bytes of a UTF-8 character; 1 for an invalid one. */
    private static int size(byte[] utf8, int at) {
        int first = utf8[at] & 0xFF;
        int size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
        if (at + size > utf8.length) {
            return 1;
        }
        for (int i = 1; i < size; i++) {
            if ((utf8[at + i] & 0xC0) != 0x80) {
                return 1;
            }
        }
        return size;
    }

    /** Maps characters that differ only in case to the same one, as regular expressions see it. */
    private static int fold(int character) {
        return Character.isValidCodePoint(character)
                ? Character.toLowerCase(Character.toUpperCase(character))
                : character;
    }

    private void addFolded(int character) {
        if (character < 0x80) {
            add(character);
        } else if (character < 0x800) {
            add(0xC0 | character >> 6);
            add(0x80 | character & 0x3F);
        } else if (character < 0x10000) {
            add(0xE0 | character >> 12);
            add(0x80 | character >> 6 & 0x3F);
            add(0x80 | character & 0x3F);
        } else {
            add(0xF0 | character >> 18);
            add(0x80 | character >> 12 & 0x3F);
            add(0x80 | character >> 6 & 0x3F);
            add(0x80 | character & 0x3F);
        }
    }

    private void add(int oneByte) {
        last = last << 8 | oneByte;
        length++;
        int gram = last & ~0xFF | GROUPS[oneByte];
        if (length >= LENGTH && isNew(gram)) {
            if (count == found.length) {
                found = Arrays.copyOf(found, 2 * count);
            }
            found[count++] = gram;
            if (2 * count > slots.length) {
                enlarge();
            }
        }
        if (oneByte == '\n') {
            length = 0;
        }
    }

    private boolean isNew(int gram) {
        int at = gram * multiplier >>> shift;
        while (slots[at] != 0) {
            if (slots[at] == gram) {
                return false;
            }
            at = at + 1 & slots.length - 1;
        }
        slots[at] = gram;
        return true;
    }

    private void enlarge() {
        slots = new int[2 * slots.length];
        shift--;
        for (int i = 0; i < count; i++) {
            isNew(found[i]);
        }
    }

    /** The number of runs. */
    int count() {
        return count;
    }

    /** One of the runs, as a number of four bytes, the last of which is a group. */
    int get(int nth) {
        return found[nth];
    }

    /**
     * What each text that contains a short one has: the distinct runs of the short text's lines, in order; of a line
     * of three bytes, these three, with which a run begins.
     */
    static List<BytesRef> of(String text) {
        byte[] folded = text.codePoints()
                .map(Grams::fold)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        var grams = new LinkedHashSet<BytesRef>();
        int from = 0;
        for (int to = 0; to <= folded.length; to++) {
            boolean ends = to == folded.length || folded[to] == '\n';
            if (ends && to - from == LENGTH - 1) {
                grams.add(new BytesRef(folded, from, LENGTH - 1));
            }
            if (!ends && to - from >= LENGTH - 1) {
                byte[] gram = Arrays.copyOfRange(folded, to - LENGTH + 1, to + 1);
                gram[LENGTH - 1] = GROUPS[gram[LENGTH - 1] & 0xFF];
                grams.add(new BytesRef(gram));
            }
            if (ends) {
                from = to + 1;
            }
        }
        return List.copyOf(grams);
    }
}
