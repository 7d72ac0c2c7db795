package io.precinct.api.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes plain data as UTF-8 JSON into a growing buffer. It is its own visitor of a map's members, so that neither entries
 * nor lambdas are made.
 */
final class JsonText implements BiConsumer<Object, @Nullable Object> {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final long LARGEST_EXACT = (1L << 53) - 1;

    /** From this length on a string is cheaper to copy and to look through at eight bytes a time. */
    private static final int LONG = 24;

    private final boolean canonical;
    private byte[] bytes = new byte[1024];
    private int size;
    private @Nullable WrittenMaps written;

    JsonText(boolean canonical) {
        this.canonical = canonical;
    }

    JsonText write(@Nullable Object value) {
        switch (value) {
            case null -> ascii("null");
            case String s -> string(s);
            case Integer i -> integer(i);
            case Long l -> integer(l);
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

    /** Writes a value whose text, where it is a map, is copied when the same map comes again. Values must not change. */
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

    private boolean copied(Map<?, ?> map) {
        WrittenMaps before = written;
        int at = before == null ? -1 : before.find(map);
        if (before == null || at < 0) {
            return false;
        }
        int start = before.start(at);
        int length = before.end(at) - start;
        room(length);
        System.arraycopy(bytes, start, bytes, size, length);
        size += length;
        return true;
    }

    private void object(Map<?, ?> map) {
        byteOf('{');
        if (map instanceof FrozenMap frozen && frozen.shared() != null) {
            members(frozen, frozen.shared());
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

    /** Members whose names were written before: in their own order or in that of RFC 8785, they are copied. */
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
        ascii(Long.toString(value));
    }

    private void number(Number value) {
        switch (value) {
            case Double d -> ascii(EcmaNumber.text(d));
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
        int plain = length < LONG ? plain(text) : longPlain(text);
        if (plain < length) {
            rest(text, plain);
        }
        room(1);
        bytes[size++] = '"';
    }

    /** Writes the characters of {@code text} that stand for themselves, up to the first that does not; says where. */
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

    /** As {@link #plain}, for a long string that is plain as a rule. */
    private int longPlain(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (!PlainAscii.all(utf8)) {
            return plain(text);
        }
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
        return utf8.length;
    }

    /** Writes {@code text} from a character on that needs more than itself. */
    private void rest(String text, int from) {
        int length = text.length();
        room((length - from) * 6);
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
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }

    void update(MessageDigest digest, int from) {
        digest.update(bytes, from, size - from);
    }

    int size() {
        return size;
    }

    /** Takes back what was written from {@code size} on. */
    void cut(int size) {
        this.size = size;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }
}
