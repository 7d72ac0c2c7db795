package io.precinct.shapes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way from the root of the data to a value; it becomes text only where something fails.
 *
 * @param parent null at the root
 * @param key the last step: a key, or null where it is an index
 * @param index the last step where it is no key
 */
record Path(@Nullable Path parent, @Nullable String key, int index) {
    static final Path ROOT = new Path(null, null, 0);

    /** The way along keys (String) and indices (Integer). */
    static Path of(List<?> steps) {
        Path path = ROOT;
        for (Object step : steps) {
            path = step instanceof Integer index ? new Path(path, null, index) : path.key(String.valueOf(step));
        }
        return path;
    }

    Path key(String name) {
        return new Path(this, name, 0);
    }

    /** Element 0, the only one that a shape can name. */
    Path first() {
        return new Path(this, null, 0);
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

    /** True where a key can stand in a dotted path and still be told from what surrounds it. */
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
