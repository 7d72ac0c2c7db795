package io.precinct.boundary.seal.proof;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON the way a seal needs it: nothing that two readers could take differently. Malformed UTF-8 and double
 * member names are refused, numbers keep their exact value. Small enough for the command line to start without a
 * library.
 */
public final class JsonReader {
    private static final int DEEPEST = 500;
    private static final int LONGEST_NUMBER = 1000;
    private static final int EXACT_BITS = 53;

    private final String text;
    private int at;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    /**
     * Reads one document.
     *
     * @return frozen plain data
     * @throws BadJson where it is not JSON (RFC 8259), or not without ambiguity
     */
    public static @Nullable Object read(byte[] utf8) throws BadJson {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadJson("not UTF-8", e);
        }
        var reader = new JsonReader(text);
        Object value = reader.value();
        if (reader.peek() >= 0) {
            throw reader.bad("the end of the document");
        }
        return value;
    }

    /** The document is not JSON, or not without ambiguity; the message names line and column. */
    public static final class BadJson extends Exception {
        private static final long serialVersionUID = 1L;

        BadJson(String message) {
            super(message);
        }

        BadJson(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private @Nullable Object value() throws BadJson {
        if (++depth > DEEPEST) {
            throw new BadJson("nested deeper than " + DEEPEST + " levels");
        }
        int c = peek();
        Object value = switch (c) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
        depth--;
        return value;
    }

    private Object object() throws BadJson {
        MapBuilder members = Data.mapBuilder();
        at++;
        if (peek() == '}') {
            at++;
            return members.build();
        }
        while (true) {
            if (peek() != '"') {
                throw bad("a member name");
            }
            int before = at;
            String name = string();
            if (members.contains(name)) {
                at = before;
                throw bad("each member once, not \"" + name + "\" twice");
            }
            expect(':');
            members.put(name, value());
            if (peek() == '}') {
                at++;
                return members.build();
            }
            expect(',');
        }
    }

    private Object array() throws BadJson {
        ListBuilder elements = Data.listBuilder();
        at++;
        if (peek() == ']') {
            at++;
            return elements.build();
        }
        while (true) {
            elements.add(value());
            if (peek() == ']') {
                at++;
                return elements.build();
            }
            expect(',');
        }
    }

    private String string() throws BadJson {
        var string = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return string.toString();
            }
            if (c < 0x20) {
                at--;
                throw bad("no control character in a string");
            }
            string.append(c == '\\' ? escape() : c);
        }
        throw bad("the end of the string");
    }

    private char escape() throws BadJson {
        char c = at < text.length() ? text.charAt(at++) : 0;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                if (at + 4 > text.length()
                        || !text.substring(at, at + 4).chars().allMatch(HexFormat::isHexDigit)) {
                    throw bad("four hexadecimal digits");
                }
                at += 4;
                yield (char) HexFormat.fromHexDigits(text, at - 4, at);
            }
            default -> throw bad("an escape that JSON knows");
        };
    }

    private @Nullable Object word(String word, @Nullable Object value) throws BadJson {
        if (!text.startsWith(word, at)) {
            throw bad("a value");
        }
        at += word.length();
        return value;
    }

    private Number number() throws BadJson {
        int start = at;
        accept("-");
        int whole = at;
        if (digits() == 0 || text.charAt(whole) == '0' && at - whole > 1) {
            at = start;
            throw bad("a value");
        }
        boolean integer = true;
        if (accept(".")) {
            integer = false;
            if (digits() == 0) {
                throw bad("a digit");
            }
        }
        if (accept("eE")) {
            integer = false;
            accept("+-");
            if (digits() == 0) {
                throw bad("a digit");
            }
        }
        if (at - start > LONGEST_NUMBER) {
            throw bad("a number of at most " + LONGEST_NUMBER + " characters");
        }
        String number = text.substring(start, at);
        return integer ? integer(number) : decimal(number);
    }

    /**
     * Up to 2^53−1 a long. Beyond, the digits that a double is written with are that double (RFC 8785 §3.2.2.3); any
     * others are an integer that has no canonical form.
     */
    private static Number integer(String number) {
        var exact = new BigInteger(number);
        if (exact.abs().bitLength() <= EXACT_BITS) {
            return exact.longValue();
        }
        double nearest = exact.doubleValue();
        boolean written = Double.isFinite(nearest) && Json.compact(nearest).equals(number);
        return written ? (Number) nearest : exact;
    }

    /** A double where it says the same, which is what the sender rendered; else the exact decimal. */
    private Number decimal(String number) throws BadJson {
        try {
            var exact = new BigDecimal(number);
            double nearest = exact.doubleValue();
            boolean same = Double.isFinite(nearest) && new BigDecimal(Double.toString(nearest)).compareTo(exact) == 0;
            return same ? (Number) nearest : exact;
        } catch (NumberFormatException | ArithmeticException e) {
            throw new BadJson("the number " + number + " has an exponent out of reach", e);
        }
    }

    private int digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - start;
    }

    private boolean accept(String any) {
        if (at < text.length() && any.indexOf(text.charAt(at)) >= 0) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) throws BadJson {
        if (peek() != c) {
            throw bad("\"" + c + "\"");
        }
        at++;
    }

    /** The next character that is not white space, not yet consumed; -1 at the end. */
    private int peek() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return c;
            }
            at++;
        }
        return -1;
    }

    private BadJson bad(String expected) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < Math.min(at, text.length()); i++) {
            column++;
            if (text.charAt(i) == '\n') {
                line++;
                column = 1;
            }
        }
        String got = at < text.length() ? "\"" + text.charAt(at) + "\"" : "the end";
        return new BadJson("line " + line + ", column " + column + ": expected " + expected + ", got " + got);
    }
}
