package io.precinct.core.dispatch;

import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as nearly all of it is written, in UTF-8, straight into frozen data. Whatever else comes it does not judge: a
 * fault of any kind, another encoding, a number beyond the usual is left to {@link JsonBody}'s parser, which knows what is
 * allowed and where the fault is. What it does read, that parser reads as the same values of the same types.
 */
final class QuickJson {
    private static final int MOST_WHOLE_DIGITS = 18;
    private static final int MOST_EXACT = 15;
    private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14
    };

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    private final byte[] bytes;
    private int at;
    private int depth;

    private QuickJson(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Something is left to the parser that knows it all. */
    static final class Unsure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Unsure() {
            super("not read", null, false, false);
        }
    }

    /**
     * Reads a whole document.
     *
     * @throws Unsure where another parser is to decide
     */
    static @Nullable Object read(byte[] bytes) {
        var json = new QuickJson(bytes);
        Object value = json.value(json.next());
        if (json.next() != 0 || json.at <= bytes.length) {
            throw new Unsure();
        }
        return value;
    }

    /** The next byte that is no white space, and goes behind it; 0 at the end. */
    private byte next() {
        while (at < bytes.length) {
            byte b = bytes[at++];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b;
            }
        }
        at = bytes.length + 1;
        return 0;
    }

    private byte peek() {
        return at < bytes.length ? bytes[at] : 0;
    }

    private @Nullable Object value(byte first) {
        return switch (first) {
            case '{' -> object(null);
            case '[' -> array();
            case '"' -> text();
            case 't' -> word("rue", true);
            case 'f' -> word("alse", false);
            case 'n' -> word("ull", null);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw new Unsure();
        };
    }

    private @Nullable Object word(String rest, @Nullable Object value) {
        for (int i = 0; i < rest.length(); i++, at++) {
            if (peek() != rest.charAt(i)) {
                throw new Unsure();
            }
        }
        return value;
    }

    private void deeper() {
        if (++depth > JsonBody.DEEPEST) {
            throw new Unsure();
        }
    }

    private Object array() {
        deeper();
        ListBuilder list = Data.listBuilder();
        Row row = null;
        byte b = next();
        if (b != ']') {
            for (; ; b = next()) {
                if (b == '{') {
                    row = row == null ? new Row() : row;
                    list.add(object(row));
                } else {
                    list.add(value(b));
                }
                if (!goesOn(']')) {
                    break;
                }
            }
        }
        depth--;
        return list.build();
    }

    /** True behind a comma, false behind the end. */
    private boolean goesOn(char end) {
        byte b = next();
        if (b != ',' && b != end) {
            throw new Unsure();
        }
        return b == ',';
    }

    private Map<String, @Nullable Object> object(@Nullable Row like) {
        deeper();
        Map<String, @Nullable Object> read = like == null || like.size() == 0 ? members(like) : likeTheOneBefore(like);
        depth--;
        return read;
    }

    private Map<String, @Nullable Object> members(@Nullable Row like) {
        byte b = next();
        return b == '}' ? learned(like, Data.mapBuilder().build()) : learned(like, members(Data.mapBuilder(), b));
    }

    /**
     * An object that is expected to have the members of the one before it. Where it turns out to have others, it is read
     * on from there: read again from its beginning, every level of such objects would double the work.
     */
    private Map<String, @Nullable Object> likeTheOneBefore(Row like) {
        for (int i = 0; i < like.size(); i++) {
            byte b = next();
            if (b != '"' || !stands(like.written(i))) {
                return learned(like, i == 0 && b == '}' ? Data.mapBuilder().build() : members(like.first(i), b));
            }
            at += like.written(i).length;
            like.value(i, value(next()));
            boolean more = goesOn('}');
            if (more != (i + 1 < like.size())) {
                MapBuilder first = like.first(i + 1);
                return learned(like, more ? members(first, next()) : first.build());
            }
        }
        return like.map();
    }

    private static Map<String, @Nullable Object> learned(@Nullable Row like, Map<String, @Nullable Object> read) {
        if (like != null) {
            like.learn(read);
        }
        return read;
    }

    private boolean stands(byte[] name) {
        int end = at + name.length;
        if (end > bytes.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (bytes[at + i] != name[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * The members to come, of which there is one at least.
     *
     * @param map those before
     * @param b where the name of the next begins
     */
    private Map<String, @Nullable Object> members(MapBuilder map, byte b) {
        byte begin = b;
        while (true) {
            if (begin != '"') {
                throw new Unsure();
            }
            String name = text();
            if (name.length() > JsonBody.LONGEST_NAME || map.contains(name) || next() != ':') {
                throw new Unsure();
            }
            map.put(name, value(next()));
            if (!goesOn('}')) {
                return map.build();
            }
            begin = next();
        }
    }

    private Number number() {
        int start = at - 1;
        int digits = bytes[start] == '-' ? at : start;
        at = digits;
        long value = 0;
        byte b = peek();
        while (b >= '0' && b <= '9') {
            value = value * 10 + (b - '0');
            at++;
            b = peek();
        }
        int whole = at - digits;
        if (whole == 0 || whole > MOST_WHOLE_DIGITS || whole > 1 && bytes[digits] == '0') {
            throw new Unsure();
        }
        if (b == '.' || b == 'e' || b == 'E') {
            return fraction(start, value);
        }
        if (value == 0 && digits != start) {
            throw new Unsure();
        }
        long signed = digits == start ? value : -value;
        return (int) signed == signed ? (Number) (int) signed : (Number) signed;
    }

    /** Up to 15 characters are a whole number of up to 14 digits over a power of ten: dividing rounds as reading does. */
    private Number fraction(int start, long whole) {
        long value = whole;
        int decimals = 0;
        if (bytes[at] == '.') {
            at++;
            byte b = peek();
            while (b >= '0' && b <= '9') {
                value = decimals < MOST_EXACT ? value * 10 + (b - '0') : value;
                decimals++;
                at++;
                b = peek();
            }
            if (decimals == 0) {
                throw new Unsure();
            }
            if (b != 'e' && b != 'E' && at - start <= MOST_EXACT && value != 0) {
                double magnitude = value / POWERS[decimals];
                return bytes[start] == '-' ? -magnitude : magnitude;
            }
        }
        return unusual(start);
    }

    private Number unusual(int start) {
        byte b = peek();
        while (b >= '0' && b <= '9' || b == 'e' || b == 'E' || b == '+' || b == '-' || b == '.') {
            at++;
            b = peek();
        }
        if (at - start > JsonBody.LONGEST_NUMBER) {
            throw new Unsure();
        }
        String text = new String(bytes, start, at - start, StandardCharsets.ISO_8859_1);
        try {
            double nearest = Double.parseDouble(text);
            if (at - start <= MOST_EXACT && nearest != 0 && Double.isFinite(nearest)) {
                return nearest;
            }
            if (Double.isFinite(nearest)) {
                BigDecimal written = new BigDecimal(text);
                if (Math.abs(written.scale()) <= JsonBody.LONGEST_NUMBER) {
                    return JsonBody.exact(nearest, written);
                }
            }
        } catch (NumberFormatException e) {
            throw new Unsure(); // not a number: the other parser says where
        }
        throw new Unsure();
    }

    /** A text behind its first quotation mark. */
    private String text() {
        int start = at;
        int end = plain(start);
        if (end < bytes.length && bytes[end] == '"') {
            at = end + 1;
            return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }
        return longText(start, end);
    }

    /** Where the run of ASCII ends that stands for itself, eight bytes at a time. */
    private int plain(int from) {
        int i = from;
        while (i <= bytes.length - Long.BYTES) {
            long eight = (long) EIGHT.get(bytes, i);
            long quotes = eight ^ '"' * ONES;
            long backslashes = eight ^ '\\' * ONES;
            long stops =
                    (eight | eight - ' ' * ONES | quotes - ONES & ~quotes | backslashes - ONES & ~backslashes) & HIGH;
            if (stops != 0) {
                // The lowest mark is exact: nothing below it borrowed.
                return i + Long.numberOfTrailingZeros(stops) / Byte.SIZE;
            }
            i += Long.BYTES;
        }
        while (i < bytes.length && bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\') {
            i++;
        }
        return i;
    }

    private String longText(int start, int plainEnd) {
        StringBuilder text = null;
        int from = start;
        int i = plainEnd;
        while (i < bytes.length) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                String last = utf8(from, i);
                return text == null ? last : text.append(last).toString();
            } else if (b == '\\') {
                text = text == null ? new StringBuilder(i - start + 64) : text;
                text.append(utf8(from, i));
                at = i + 1;
                text.append(escaped());
                from = at;
                i = plain(from);
            } else if (b < 0) {
                i = plain(i + 1);
            } else {
                break; // a control, which may not stand there
            }
        }
        throw new Unsure();
    }

    /** Where the decoder had to put its replacement, or the text has it itself, the other parser looks again. */
    private String utf8(int from, int to) {
        var text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0) {
            throw new Unsure();
        }
        return text;
    }

    private char escaped() {
        byte b = peek();
        at++;
        return switch (b) {
            case '"', '\\', '/' -> (char) b;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++, at++) {
                    int digit = Character.digit(peek(), 16);
                    if (digit < 0) {
                        throw new Unsure();
                    }
                    code = code << 4 | digit;
                }
                yield (char) code;
            }
            default -> throw new Unsure();
        };
    }
}
