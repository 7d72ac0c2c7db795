package io.precinct.shapes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The path from the root of the data to a value. It is converted to text only for failures.
 *
 * @param parent null at the root
 * @param key the last step: a key, or null if it is an index
 * @param index the last step if it is not a key
 */
record Path(@Nullable Path parent, @Nullable String key, int index) {
    static final Path ROOT = new Path(null, null, 0);

    /** The path of these keys (String) and indices (Integer). */
    static Path of(List<?> steps) {
        Path path = ROOT;
        for (Object step : steps) {
            path = step instanceof Integer index ? path.element(index) : path.key(String.valueOf(step));
        }
        return path;
    }

    Path key(String name) {
        return new Path(this, name, 0);
    }

    /** The path of an element of a list. */
    Path element(int at) {
        return new Path(this, null, at);
    }

    String text() {
        if (parent == null) {
            return "(root)";
        }
        var text = new StringBuilder();
        write(text);
        return text.toString();
    }

    private void write(StringBuilder text) {
        if (parent == null) {
            return;
        }
        parent.write(text);
        if (key == null) {
            text.append('[').append(index).append(']');
        } else if (!plain(key)) {
            text.append('[').append(BoundedJson.text(key)).append(']');
        } else {
            text.append(text.isEmpty() ? "" : ".").append(key);
        }
    }

    /** True if a key is unambiguous as a part of a dotted path, without quotes. */
    private static boolean plain(String key) {
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c <= ' ' || c == '.' || c == '[' || c == ']' || c == '"' || c == ':' || c == 0x7F) {
                return false;
            }
        }
        return !key.isEmpty() && key.length() <= BoundedJson.LONGEST;
    }
}
