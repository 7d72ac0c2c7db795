package io.precinct.api.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes plain data as UTF-8 JSON into a growing buffer. It is its own visitor of a map's members, so that no entries
 * or lambdas are allocated. Confined to one thread.
 */
final class JsonText implements BiConsumer<Object, @Nullable Object> {
    private static final long LARGEST_EXACT = (1L << 53) - 1;

    private static final double SMALLEST_PLAIN = 1e-3;
    private static final double LARGEST_PLAIN = 1e7;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    /** From this length on, a string is cheaper to copy and to scan eight bytes at a time. */
    private static final int LONG = 24;

    /** Up to this size, a buffer grows fast. */
    private static final int SMALL = 1 << 16;

    /** The longest form of an escaped character. */
    private static final int ESCAPED = 6;

    private static final byte[] NONE = {};
    private static final int SMALLEST = 1024;

    /** Most answers fit into this. */
    private static final int FEW = 1 << 16;

    private static final int MANY = 1 << 18;

    /** Buffers for reuse: growing one costs more than what is written. */
    private static final ArrayBlockingQueue<byte[]> SPARE =
            new ArrayBlockingQueue<>(2 * Runtime.getRuntime().availableProcessors());

    private final boolean canonical;
    private byte[] bytes;
    private int size;
    private @Nullable WrittenMaps written;
    private @Nullable Reordering reordered;

    private JsonText(boolean canonical, byte[] bytes) {
        this.canonical = canonical;
        this.bytes = bytes;
    }

    /** An empty text in reusable memory; small if none is spare. */
    static JsonText small(boolean canonical) {
        byte[] spare = SPARE.poll();
        return new JsonText(canonical, spare == null ? new byte[SMALLEST] : spare);
    }

    /** The whole text of a value. */
    static byte[] bytes(boolean canonical, @Nullable Object value) {
        byte[] spare = SPARE.poll();
        var text = new JsonText(canonical, spare == null ? new byte[FEW] : spare);
        try {
            return text.write(value).toBytes();
        } finally {
            text.giveBack();
        }
    }

    /** Returns its memory for reuse, and becomes empty. */
    void giveBack() {
        byte[] mine = bytes;
        bytes = NONE;
        size = 0;
        written = null;
        reordered = null;
        if (mine.length >= FEW && mine.length <= MANY) {
            SPARE.offer(mine);
        }
    }

    JsonText write(@Nullable Object value) {
        switch (value) {
            case null -> ascii("null");
            case String s -> string(s);
            case Integer i -> integer(i);
            case Long l -> integer(l);
            case Double d -> fraction(d);
            case Boolean b -> ascii(b ? "true" : "false");
            case Map<?, ?> map -> {
                if (!copied(map)) {
                    object(map);
                }
            }
            case List<?> list -> array(list);
            case Number n -> number(n);
            default -> throw new NotPlainData(value.getClass().getName() + " has no JSON form");
        }
        return this;
    }

    /** Writes a value; if it is a map, its text is copied when the same map appears again. Values must not change. */
    void writeShared(@Nullable Object value) {
        int start = size;
        write(value);
        if (value instanceof Map<?, ?> map) {
            if (written == null) {
                written = new WrittenMaps();
            }
            written.add(map, start, size);
        }
    }

    /** Lets the members of a map be copied whose canonical text is known. */
    void knows(Reordering text) {
        reordered = text;
    }

    private boolean copied(Map<?, ?> map) {
        Reordering known = reordered;
        int member = known == null ? -1 : known.member(map);
        if (known != null && member >= 0) {
            copy(known.text(), known.start(member), known.end(member));
            return true;
        }
        WrittenMaps before = written;
        int at = before == null ? -1 : before.find(map);
        if (before == null || at < 0) {
            return false;
        }
        copy(bytes, before.start(at), before.end(at));
        return true;
    }

    private void copy(byte[] text, int start, int end) {
        room(end - start);
        System.arraycopy(text, start, bytes, size, end - start);
        size += end - start;
    }

    private void object(Map<?, ?> map) {
        byteOf('{');
        if (map instanceof FrozenMap frozen && frozen.shared() != null) {
            members(frozen, frozen.shared());
        } else if (!canonical && map instanceof FrozenMap frozen) {
            for (int i = 0; i < frozen.size(); i++) {
                member(i > 0, frozen.key(i), frozen.value(i));
            }
        } else if (canonical && map.size() > 1) {
            var members = SortedMembers.of(map);
            for (int i = 0; i < members.size(); i++) {
                member(i > 0, members.key(i), members.value(i));
            }
        } else {
            map.forEach(this);
        }
        byteOf('}');
    }

    /** Members whose names were written before: they are copied in their own order or in that of RFC 8785. */
    private void members(FrozenMap map, Keys keys) {
        for (int i = 0; i < keys.size(); i++) {
            int at = canonical ? keys.canonical(i) : i;
            byte[] name = keys.json(at);
            room(name.length + 1);
            if (i > 0) {
                bytes[size++] = ',';
            }
            System.arraycopy(name, 0, bytes, size, name.length);
            size += name.length;
            write(map.value(at));
        }
    }

    @Override
    public void accept(Object key, @Nullable Object value) {
        member(bytes[size - 1] != '{', (String) key, value);
    }

    private void member(boolean more, String key, @Nullable Object value) {
        if (more) {
            byteOf(',');
        }
        string(key);
        byteOf(':');
        write(value);
    }

    private void array(List<?> list) {
        byteOf('[');
        if (list instanceof FrozenList frozen) {
            for (int i = 0; i < frozen.size(); i++) {
                if (i > 0) {
                    byteOf(',');
                }
                write(frozen.element(i));
            }
            byteOf(']');
            return;
        }
        boolean more = false;
        for (Object element : list) {
            if (more) {
                byteOf(',');
            }
            write(element);
            more = true;
        }
        byteOf(']');
    }

    private void integer(long value) {
        if (canonical && (value > LARGEST_EXACT || value < -LARGEST_EXACT)) {
            throw new Json.NotCanonical("the integer " + value + " is beyond 2^53-1 and has no exact canonical form");
        }
        digits(value);
    }

    /**
     * A number with few decimals is printed as the whole number of its thousandths. That is the shortest text that
     * reads back as this double: up to 15 digits, no two decimals are the same double, and dividing two whole numbers
     * rounds as reading a decimal does.
     */
    private void fraction(double value) {
        double magnitude = Math.abs(value);
        long thousandths = (long) (magnitude * 1000 + 0.5);
        if (magnitude < SMALLEST_PLAIN || magnitude >= LARGEST_PLAIN || thousandths / 1000.0 != magnitude) {
            ascii(EcmaNumber.text(value));
            return;
        }
        if (value < 0) {
            byteOf('-');
        }
        digits(thousandths / 1000);
        int decimals = (int) (thousandths % 1000);
        if (decimals != 0) {
            room(4);
            bytes[size++] = '.';
            bytes[size++] = (byte) ('0' + decimals / 100);
            if (decimals % 100 != 0) {
                bytes[size++] = (byte) ('0' + decimals / 10 % 10);
                if (decimals % 10 != 0) {
                    bytes[size++] = (byte) ('0' + decimals % 10);
                }
            }
        }
    }

    private void number(Number value) {
        switch (value) {
            case Double d -> fraction(d);
            case Float f -> ascii(EcmaNumber.text(Double.parseDouble(f.toString())));
            case BigInteger i -> big(new BigDecimal(i));
            case BigDecimal d -> big(d);
            default -> integer(value.longValue());
        }
    }

    private void big(BigDecimal value) {
        if (!canonical) {
            ascii(value.toString());
            return;
        }
        double nearest = value.doubleValue();
        boolean whole = value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
        boolean exact = Double.isFinite(nearest)
                && new BigDecimal(Double.toString(nearest)).compareTo(value) == 0
                && !(whole && Math.abs(nearest) > LARGEST_EXACT);
        if (!exact) {
            throw new Json.NotCanonical("the number " + value + " has no exact canonical form");
        }
        ascii(EcmaNumber.text(nearest));
    }

    private void string(String text) {
        int length = text.length();
        room(length + 2);
        bytes[size++] = '"';
        if (length < LONG) {
            int plain = plain(text);
            if (plain < length) {
                rest(text, plain);
            }
        } else {
            longText(text);
        }
        room(1);
        bytes[size++] = '"';
    }

    /** Writes the characters of {@code text} that need no escaping, up to the first that does; returns its index. */
    private int plain(String text) {
        int length = text.length();
        byte[] buffer = bytes;
        int start = size;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (!PlainAscii.is(c)) {
                size = start + i;
                return i;
            }
            buffer[start + i] = (byte) c;
        }
        size = start + length;
        return length;
    }

    /** Copies runs that need no escaping, and escapes the characters between them. */
    private void longText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        boolean ascii = utf8.length == text.length();
        if (!ascii && halfPair(text) >= 0) {
            rest(text, 0);
            return;
        }
        int from = 0;
        while (true) {
            int end = PlainAscii.end(utf8, from);
            room(end - from + ESCAPED);
            System.arraycopy(utf8, from, bytes, size, end - from);
            size += end - from;
            if (end == utf8.length) {
                return;
            }
            char c = (char) utf8[end];
            if (c != '?') {
                escape(c);
            } else if (ascii && text.charAt(end) != c) {
                rest(text, end);
                return;
            } else {
                bytes[size++] = '?';
            }
            from = end + 1;
        }
    }

    /** The index of the first half of a surrogate pair that lacks its other half, or -1. */
    static int halfPair(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (text.codePointAt(i) < 0x10000) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    /** Writes {@code text} from the first character on that needs escaping or encoding. */
    private void rest(String text, int from) {
        int length = text.length();
        room((length - from) * ESCAPED);
        for (int i = from; i < length; i++) {
            char c = text.charAt(i);
            if (PlainAscii.is(c)) {
                bytes[size++] = (byte) c;
            } else if (c < 0x80) {
                escape(c);
            } else if (c < 0x800) {
                bytes[size++] = (byte) (0xC0 | c >> 6);
                bytes[size++] = (byte) (0x80 | c & 0x3F);
            } else if (Character.isSurrogate(c)) {
                i = surrogate(text, i);
            } else {
                bytes[size++] = (byte) (0xE0 | c >> 12);
                bytes[size++] = (byte) (0x80 | c >> 6 & 0x3F);
                bytes[size++] = (byte) (0x80 | c & 0x3F);
            }
        }
    }

    /** Writes the code point at {@code i}; half a pair becomes the replacement character unless canonical. */
    private int surrogate(String text, int i) {
        int code = text.codePointAt(i);
        if (code < 0x10000) {
            if (canonical) {
                throw new Json.NotCanonical("a string holds half a surrogate pair and has no canonical form");
            }
            bytes[size++] = (byte) 0xEF;
            bytes[size++] = (byte) 0xBF;
            bytes[size++] = (byte) 0xBD;
            return i;
        }
        bytes[size++] = (byte) (0xF0 | code >> 18);
        bytes[size++] = (byte) (0x80 | code >> 12 & 0x3F);
        bytes[size++] = (byte) (0x80 | code >> 6 & 0x3F);
        bytes[size++] = (byte) (0x80 | code & 0x3F);
        return i + 1;
    }

    private void escape(char c) {
        bytes[size++] = '\\';
        switch (c) {
            case '"', '\\' -> bytes[size++] = (byte) c;
            case '\b' -> bytes[size++] = 'b';
            case '\t' -> bytes[size++] = 't';
            case '\n' -> bytes[size++] = 'n';
            case '\f' -> bytes[size++] = 'f';
            case '\r' -> bytes[size++] = 'r';
            default -> {
                bytes[size++] = 'u';
                bytes[size++] = '0';
                bytes[size++] = '0';
                bytes[size++] = HEX[c >> 4];
                bytes[size++] = HEX[c & 0xF];
            }
        }
    }

    /** Writes a whole number in decimal digits, without an intermediate string. */
    private void digits(long value) {
        if (value == Long.MIN_VALUE) {
            ascii(Long.toString(value));
            return;
        }
        room(20);
        long rest = value;
        if (rest < 0) {
            bytes[size++] = '-';
            rest = -rest;
        }
        int end = size + length(rest);
        int at = end;
        while (rest > Integer.MAX_VALUE) {
            bytes[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        int small = (int) rest;
        do {
            bytes[--at] = (byte) ('0' + small % 10);
            small /= 10;
        } while (small > 0);
        size = end;
    }

    private static int length(long value) {
        int length = 1;
        for (long beyond = 10; length < 19 && value >= beyond; beyond *= 10) {
            length++;
        }
        return length;
    }

    @SuppressWarnings("deprecation") // getBytes with ranges copies ASCII without a decoder or a second array
    private void ascii(String text) {
        room(text.length());
        text.getBytes(0, text.length(), bytes, size);
        size += text.length();
    }

    private void byteOf(char c) {
        room(1);
        bytes[size++] = (byte) c;
    }

    private void room(int more) {
        if (size + more > bytes.length) {
            grow(more);
        }
    }

    private void grow(int more) {
        int roomier = bytes.length * (bytes.length < SMALL ? 4 : 2);
        bytes = Arrays.copyOf(bytes, Math.max(roomier, size + more));
    }

    void update(MessageDigest digest, int from) {
        digest.update(bytes, from, size - from);
    }

    int size() {
        return size;
    }

    /** Removes what was written from {@code size} on. */
    void cut(int size) {
        this.size = size;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }
}
