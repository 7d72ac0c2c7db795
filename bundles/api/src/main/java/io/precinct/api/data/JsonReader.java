package io.precinct.api.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON straight into frozen data, by the rules of {@link Json#read(byte[])}. */
final class JsonReader {
    static final int LONGEST_NUMBER = 400;

    private static final int MOST_WHOLE_DIGITS = 18;

    /**
     * A decimal with this many characters is written like the nearest double, except for those too small to be exact.
     */
    private static final int MOST_EXACT = 15;

    private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14
    };

    private static final String OUT_OF_REACH = "the exponent of the number is out of reach";

    private static final byte[] TRUE = "rue".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "alse".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "ull".getBytes(StandardCharsets.US_ASCII);

    private final JsonScanner in;
    private final int deepest;
    private int depth;

    private JsonReader(byte[] utf8, int deepest) {
        this.in = new JsonScanner(utf8);
        this.deepest = deepest;
    }

    static @Nullable Object read(byte[] utf8, int deepest) throws MalformedJson {
        var reader = new JsonReader(utf8, Math.min(deepest, Extent.DEEPEST));
        reader.in.begin();
        Object value = reader.value(reader.in.next());
        if (reader.in.next() != 0 || !reader.in.ended()) {
            throw reader.in.unexpected("nothing after the document");
        }
        return value;
    }

    private @Nullable Object value(byte first) throws MalformedJson {
        return switch (first) {
            case '{' -> object(null);
            case '[' -> array();
            case '"' -> in.text();
            case 't' -> word(TRUE, true);
            case 'f' -> word(FALSE, false);
            case 'n' -> word(NULL, null);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw in.unexpected("a value");
        };
    }

    private @Nullable Object word(byte[] rest, @Nullable Object value) throws MalformedJson {
        if (!in.accept(rest)) {
            throw in.unexpected("a value");
        }
        return value;
    }

    private void deeper() throws MalformedJson {
        if (++depth > deepest) {
            throw in.fault(in.at() - 1, "nested deeper than " + deepest + " levels");
        }
    }

    private List<@Nullable Object> array() throws MalformedJson {
        deeper();
        ListBuilder list = Data.listBuilder();
        SimilarObjects similar = null;
        byte b = in.next();
        if (b != ']') {
            for (; ; b = in.next()) {
                if (b == '{') {
                    similar = similar == null ? new SimilarObjects() : similar;
                    list.addFrozen(object(similar));
                } else {
                    list.addFrozen(value(b));
                }
                if (!goesOn(']')) {
                    break;
                }
            }
        }
        depth--;
        return list.build();
    }

    /** True after a comma, false after the end. */
    private boolean goesOn(char end) throws MalformedJson {
        byte b = in.next();
        if (b != ',' && b != end) {
            throw in.unexpected("\",\" or \"" + end + '"');
        }
        return b == ',';
    }

    private Map<String, @Nullable Object> object(@Nullable SimilarObjects before) throws MalformedJson {
        deeper();
        Map<String, @Nullable Object> read =
                before == null || before.size() == 0 ? members(before) : likeTheOneBefore(before);
        depth--;
        return read;
    }

    private Map<String, @Nullable Object> members(@Nullable SimilarObjects before) throws MalformedJson {
        byte b = in.next();
        return learned(before, b == '}' ? FrozenMap.EMPTY : members(Data.mapBuilder(), b));
    }

    /**
     * An object that is expected to have the members of the one before it. If it has others, reading continues from
     * that point: reading again from the beginning would double the work at every level of such objects.
     */
    private Map<String, @Nullable Object> likeTheOneBefore(SimilarObjects before) throws MalformedJson {
        for (int i = 0; i < before.size(); i++) {
            byte b = in.next();
            if (b != '"' || !in.accept(before.written(i))) {
                return learned(before, i == 0 && b == '}' ? FrozenMap.EMPTY : members(before.first(i), b));
            }
            before.value(i, value(in.next()));
            boolean more = goesOn('}');
            if (more != (i + 1 < before.size())) {
                MapBuilder first = before.first(i + 1);
                return learned(before, more ? members(first, in.next()) : first.build());
            }
        }
        return before.map();
    }

    private static Map<String, @Nullable Object> learned(
            @Nullable SimilarObjects before, Map<String, @Nullable Object> read) {
        if (before != null) {
            before.learn(read);
        }
        return read;
    }

    /**
     * The remaining members, of which there is at least one.
     *
     * @param map the earlier members
     * @param b first byte of the next name
     */
    private Map<String, @Nullable Object> members(MapBuilder map, byte b) throws MalformedJson {
        byte begin = b;
        while (true) {
            if (begin != '"') {
                throw in.unexpected("the name of a member");
            }
            int place = in.at() - 1;
            String name = in.text();
            if (map.contains(name)) {
                throw in.fault(place, "expected each member once, got \"" + name + "\" twice");
            }
            if (in.next() != ':') {
                throw in.unexpected("\":\"");
            }
            map.putFrozen(name, value(in.next()));
            if (!goesOn('}')) {
                return map.build();
            }
            begin = in.next();
        }
    }

    private Number number() throws MalformedJson {
        int start = in.at() - 1;
        boolean negative = in.passed(start) == '-';
        int digits = negative ? start + 1 : start;
        in.at(digits);
        long value = 0;
        byte b = in.peek();
        while (b >= '0' && b <= '9') {
            value = value * 10 + (b - '0');
            in.at(in.at() + 1);
            b = in.peek();
        }
        int whole = in.at() - digits;
        if (whole == 0) {
            throw in.unexpected(in.at(), "a digit");
        }
        if (whole > 1 && in.passed(digits) == '0') {
            throw in.fault(digits, "expected a number without leading zeros, got one with them");
        }
        if (b == '.' || b == 'e' || b == 'E') {
            return fraction(start, negative, value);
        }
        if (whole > MOST_WHOLE_DIGITS) {
            return large(start);
        }
        long signed = negative ? -value : value;
        return (int) signed == signed ? (Number) (int) signed : (Number) signed;
    }

    private Number large(int start) throws MalformedJson {
        var exact = new BigInteger(written(start));
        return exact.bitLength() < Long.SIZE ? (Number) exact.longValue() : exact;
    }

    /**
     * Up to 15 characters are a whole number of up to 14 digits over a power of ten: division rounds as reading does.
     */
    private Number fraction(int start, boolean negative, long whole) throws MalformedJson {
        if (in.peek() == '.') {
            in.at(in.at() + 1);
            int point = in.at();
            if (in.digits() == 0) {
                throw in.unexpected(in.at(), "a digit");
            }
            byte b = in.peek();
            if (b != 'e' && b != 'E' && in.at() - start <= MOST_EXACT) {
                long value = whole;
                for (int i = point; i < in.at(); i++) {
                    value = value * 10 + (in.passed(i) - '0');
                }
                double magnitude = value / POWERS[in.at() - point];
                return negative ? -magnitude : magnitude;
            }
        }
        exponent();
        return decimal(start);
    }

    private void exponent() throws MalformedJson {
        byte b = in.peek();
        if (b == 'e' || b == 'E') {
            in.at(in.at() + 1);
            b = in.peek();
            if (b == '+' || b == '-') {
                in.at(in.at() + 1);
            }
            if (in.digits() == 0) {
                throw in.unexpected(in.at(), "a digit");
            }
        }
    }

    /** A double if it equals exactly what was written, else a decimal; both bounded. */
    private Number decimal(int start) throws MalformedJson {
        String text = written(start);
        double nearest = Double.parseDouble(text);
        if (!Double.isFinite(nearest)) {
            throw in.fault(start, "the number is too large");
        }
        if (text.length() <= MOST_EXACT && Math.abs(nearest) >= Double.MIN_NORMAL
                || text.equals(Double.toString(nearest))) { // as most programs print it, found without a decimal
            return nearest;
        }
        BigDecimal exact;
        try {
            exact = new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw in.fault(start, OUT_OF_REACH); // an exponent beyond 32 bits
        }
        if (isWritten(nearest, exact)) {
            return nearest;
        }
        if (Math.abs(exact.scale()) > LONGEST_NUMBER) {
            throw in.fault(start, OUT_OF_REACH);
        }
        return exact;
    }

    /** Java and ECMAScript print different digits for the smallest doubles. */
    private static boolean isWritten(double value, BigDecimal exact) {
        return new BigDecimal(Double.toString(value)).compareTo(exact) == 0
                || new BigDecimal(EcmaNumber.text(value)).compareTo(exact) == 0;
    }

    private String written(int start) throws MalformedJson {
        if (in.at() - start > LONGEST_NUMBER) {
            throw in.fault(start, "expected a number of at most " + LONGEST_NUMBER + " characters, got a longer one");
        }
        return in.ascii(start, in.at());
    }
}
