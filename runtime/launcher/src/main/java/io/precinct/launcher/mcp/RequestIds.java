package io.precinct.launcher.mcp;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ids of messages that cannot be read: the member {@code id} of an object, or of each object of a batch, as
 * far as the structure of the text is certain. The contents of texts and numbers may be wrong, since that does not
 * change where the members are. The text may have any length; nothing of it is kept but the ids.
 */
final class RequestIds {
    /** Longer names and ids are passed over. */
    private static final int LONGEST = 1024;

    /** No message is nested deeper, see {@link Json#read(byte[])}. */
    private static final int DEEPEST = 1000;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final int END = -1;

    private final InputStream in;
    private final List<Object> found = new ArrayList<>();
    /** The byte that comes next, or {@link #END}. */
    private int next;

    private RequestIds(InputStream in) {
        this.in = in;
    }

    /**
     * Finds the ids in a text in UTF-8.
     *
     * @return text and numbers; empty if no id is certain
     */
    static List<Object> in(InputStream text) throws IOException {
        var search = new RequestIds(text);
        search.document();
        return List.copyOf(search.found);
    }

    private void document() throws IOException {
        pass();
        for (int i = 0; i < BYTE_ORDER_MARK.length && next == (BYTE_ORDER_MARK[i] & 0xFF); i++) {
            pass();
        }
        passSpace();
        if (next == '{') {
            object();
        } else if (next == '[') {
            batch();
        }
    }

    private void batch() throws IOException {
        do {
            pass();
            passSpace();
            if (next != '{' || !object()) {
                return;
            }
            passSpace();
        } while (next == ',');
    }

    /** Passes an object and notes its id; false if the structure of the text is uncertain from here on. */
    private boolean object() throws IOException {
        Object id = null;
        boolean certain = false;
        do {
            pass();
            passSpace();
            if (next != '"') {
                break;
            }
            Object name = read(text());
            passSpace();
            if (next != ':') {
                break;
            }
            pass();
            passSpace();
            if ("id".equals(name)) {
                Object another = read(value());
                if (id != null && !id.equals(another)) {
                    return false; // readers disagree about which one counts
                }
                id = another;
                certain = next != END;
            } else {
                certain = value() != null;
            }
            passSpace();
        } while (certain && next == ',');
        if (id instanceof String || id instanceof Number) {
            found.add(id);
        }
        if (!certain || next != '}') {
            return false;
        }
        pass();
        return true;
    }

    /** Passes a value. Returns it if it is a short text or word, otherwise something empty; null if it has no end. */
    private byte @Nullable [] value() throws IOException {
        return switch (next) {
            case '"' -> text();
            case '{', '[' -> nested();
            default -> word();
        };
    }

    /** Passes a number, true, false or null, which something must follow: otherwise its rest may be missing. */
    private byte @Nullable [] word() throws IOException {
        var word = new ByteArrayOutputStream();
        while (next > ' ' && next != ',' && next != ']' && next != '}' && next != ':' && next != '"') {
            keep(word);
        }
        return next == END || word.size() == 0 ? null : kept(word);
    }

    private byte @Nullable [] text() throws IOException {
        var text = new ByteArrayOutputStream();
        keep(text);
        while (next != '"') {
            if (next == '\\') {
                keep(text);
            }
            if (next == END) {
                return null;
            }
            keep(text);
        }
        keep(text);
        return kept(text);
    }

    private byte @Nullable [] nested() throws IOException {
        var ends = new StringBuilder();
        do {
            if (next == '{' || next == '[') {
                ends.append(next == '{' ? '}' : ']');
            } else if (next == '}' || next == ']') {
                if (ends.charAt(ends.length() - 1) != next) {
                    return null;
                }
                ends.setLength(ends.length() - 1);
            }
            if (next == END || ends.length() > DEEPEST) {
                return null;
            }
            if (next == '"') {
                if (text() == null) {
                    return null;
                }
            } else {
                pass();
            }
        } while (!ends.isEmpty());
        return new byte[0];
    }

    private void keep(ByteArrayOutputStream kept) throws IOException {
        if (kept.size() <= LONGEST) {
            kept.write(next);
        }
        pass();
    }

    /** What was kept, or something empty if it was not kept to its end. */
    private static byte[] kept(ByteArrayOutputStream kept) {
        return kept.size() > LONGEST ? new byte[0] : kept.toByteArray();
    }

    private static @Nullable Object read(byte @Nullable [] json) {
        try {
            return json == null ? null : Json.read(json);
        } catch (MalformedJson e) {
            return null;
        }
    }

    private void passSpace() throws IOException {
        while (next == ' ' || next == '\t' || next == '\r' || next == '\n') {
            pass();
        }
    }

    private void pass() throws IOException {
        next = in.read();
    }
}
