package io.precinct.source.facts.extraction;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Numbers of variable length and texts in bytes. */
public final class Bytes {
    private Bytes() {}

    /** Grows as needed. Not thread-safe. */
    public static final class Writer {
        private byte[] bytes;
        private int length;

        public Writer(int expected) {
            bytes = new byte[expected];
        }

        public int length() {
            return length;
        }

        /** A number; those that are not negative take 1 to 5 bytes. */
        public void number(int value) {
            room(5);
            int rest = value;
            while ((rest & ~0x7F) != 0) {
                bytes[length++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            bytes[length++] = (byte) rest;
        }

        public void text(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            number(utf8.length);
            append(utf8, utf8.length);
        }

        /** Writes things preceded by their count; {@code each} writes at least a byte. */
        <T> void list(List<T> things, Consumer<T> each) {
            number(things.size());
            things.forEach(each);
        }

        public void append(byte[] more, int count) {
            room(count);
            System.arraycopy(more, 0, bytes, length, count);
            length += count;
        }

        public void append(Writer other) {
            append(other.bytes, other.length);
        }

        public byte[] toBytes() {
            return Arrays.copyOf(bytes, length);
        }

        private void room(int count) {
            if (bytes.length - length < count) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
            }
        }
    }

    /** Throws {@link DamagedFacts} if the bytes end too early or too late. Not thread-safe. */
    public static final class Reader {
        private final byte[] bytes;
        private int at;

        public Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        public boolean more() {
            return at < bytes.length;
        }

        public int number() {
            int value = 0;
            for (int shift = 0; shift < 35; shift += 7) {
                if (at >= bytes.length) {
                    throw new DamagedFacts("ends within a number");
                }
                byte next = bytes[at++];
                value |= (next & 0x7F) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            throw new DamagedFacts("a number of more than five bytes");
        }

        /** A count of things of at least a byte each. */
        int count() {
            int count = number();
            if (count < 0 || count > bytes.length - at) {
                throw new DamagedFacts("announces " + count + " of something in " + (bytes.length - at) + " bytes");
            }
            return count;
        }

        /** Reads what {@link Writer#list} wrote. */
        <T> List<T> list(Supplier<T> each) {
            var things = new ArrayList<T>();
            for (int left = count(); left > 0; left--) {
                things.add(each.get());
            }
            return things;
        }

        public String text() {
            int count = count();
            String text = new String(bytes, at, count, StandardCharsets.UTF_8);
            at += count;
            return text;
        }

        /** Skips a text; true if it is this one. */
        boolean passes(byte[] wanted) {
            int count = count();
            at += count;
            return Arrays.equals(bytes, at - count, at, wanted, 0, wanted.length);
        }

        public byte[] rest() {
            int from = at;
            at = bytes.length;
            return Arrays.copyOfRange(bytes, from, at);
        }

        @Nullable
        String oneOf(List<@Nullable String> words) {
            int number = number();
            if (number < 0 || number >= words.size()) {
                throw new DamagedFacts("names word " + number + " of " + words.size());
            }
            return words.get(number);
        }

        void end() {
            if (at != bytes.length) {
                throw new DamagedFacts((bytes.length - at) + " bytes too many");
            }
        }
    }
}
