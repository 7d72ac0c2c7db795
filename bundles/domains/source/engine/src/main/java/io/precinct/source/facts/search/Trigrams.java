package io.precinct.source.facts.search;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The distinct runs of three bytes within the lines of texts, in UTF-8 and regardless of case, by which an index tells
 * which texts may contain something. Keeps 2 MiB. Not thread-safe.
 */
final class Trigrams {
    /** Bytes of a run. */
    static final int LENGTH = 3;

    private static final int ALL = 1 << 8 * LENGTH;

    /** The runs seen in the current text, a bit each; null if repetitions do not matter. */
    private final long @Nullable [] seen;

    private int[] found = new int[4096];
    private int count;

    private int last;
    private int length;

    /** For use with many texts. */
    Trigrams() {
        this(new long[ALL / Long.SIZE]);
    }

    private Trigrams(long @Nullable [] seen) {
        this.seen = seen;
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
    }

    private void forget() {
        for (int i = 0; seen != null && i < count; i++) {
            seen[found[i] >>> 6] = 0;
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
        if (oneByte == '\n') {
            length = 0;
            return;
        }
        last = (last << 8 | oneByte) & ALL - 1;
        if (++length < LENGTH) {
            return;
        }
        if (seen != null) {
            long before = seen[last >>> 6];
            long with = before | 1L << last;
            if (before == with) {
                return;
            }
            seen[last >>> 6] = with;
        }
        if (count == found.length) {
            found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = last;
    }

    /** The number of trigrams. */
    int count() {
        return count;
    }

    /** One of the trigrams, as a number of three bytes. */
    int get(int nth) {
        return found[nth];
    }

    /** The trigrams of a short text, in the order in which they begin. */
    static int[] of(String text) {
        var trigrams = new Trigrams(null);
        trigrams.read(text.getBytes(StandardCharsets.UTF_8));
        return Arrays.stream(trigrams.found, 0, trigrams.count).distinct().toArray();
    }
}
