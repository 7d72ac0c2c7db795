package io.precinct.shapes;

import org.jspecify.annotations.Nullable;

/** The way from the root of the data to a value; it becomes text only where something fails. */
record Path(@Nullable Path parent, @Nullable String key) {
    static final Path ROOT = new Path(null, null);

    Path key(String name) {
        return new Path(this, name);
    }

    /** Element 0, the only one that a shape can name. */
    Path first() {
        return new Path(this, null);
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
            text.append("[0]");
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
