package io.precinct.configuration.queries.document;

import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a document, or one computed from such values. A value of a document knows its place, and is distinguished
 * from an equal one by identity. Immutable once its document was read.
 */
public final class Located {
    /** Most values in one document, or in one result; a shared one counts each time it appears. */
    public static final int MOST_VALUES = 500_000;

    /** Most levels of objects and arrays. */
    public static final int DEEPEST = 500;

    /** Memory for a value, in bytes, roughly. */
    private static final int WEIGHT = 72;

    private final @Nullable Object value;
    private final int line;
    private final int column;
    private final int size;
    private final int depth;
    private final long weight;

    /** The object or array that contains it, and its key or index there. */
    private @Nullable Located parent;

    private @Nullable Object step;

    private Located(@Nullable Object value, int line, int column) {
        this.value = value;
        this.line = line;
        this.column = column;
        Iterable<Located> children = children(value);
        long values = 1;
        long bytes = WEIGHT + (value instanceof String text ? text.length() : 0);
        int deepest = 0;
        for (Located child : children) {
            values += child.size;
            bytes += child.weight;
            deepest = Math.max(deepest, child.depth);
        }
        this.size = (int) Math.min(values, Integer.MAX_VALUE);
        this.depth = children == List.<Located>of() ? 0 : deepest + 1;
        this.weight = Math.min(bytes, Integer.MAX_VALUE);
    }

    @SuppressWarnings("unchecked") // the factory methods make no others
    private static Iterable<Located> children(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> members -> ((Map<String, Located>) members).values();
            case List<?> elements -> (List<Located>) elements;
            case null, default -> List.of();
        };
    }

    /**
     * A value of a document.
     *
     * @param value text, number, truth value, null, a map or a list of values of the same document
     * @param line from 1
     * @param column from 0, in bytes of UTF-8
     */
    static Located at(@Nullable Object value, int line, int column) {
        return new Located(unmodifiable(value), line, column);
    }

    /** A value that belongs to no document: text, number, truth value, null, a map or a list. */
    public static Located computed(@Nullable Object value) {
        return new Located(unmodifiable(value), 0, 0);
    }

    private static @Nullable Object unmodifiable(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> members -> Collections.unmodifiableMap(members);
            case List<?> elements -> Collections.unmodifiableList(elements);
            case null, default -> value;
        };
    }

    /**
     * Sets the places of all values of the document with this root. A value that appears several times is placed at its
     * first appearance, where it was written.
     */
    void locate() {
        members().forEach((key, member) -> member.standsIn(this, key));
        List<Located> elements = elements();
        for (int i = 0; i < elements.size(); i++) {
            elements.get(i).standsIn(this, i);
        }
    }

    private void standsIn(Located holder, Object at) {
        if (parent == null) {
            parent = holder;
            step = at;
            locate();
        }
    }

    /** Text, number, truth value or null; a map for an object, a list for an array. */
    public @Nullable Object value() {
        return value;
    }

    /** Whether it is an object. */
    public boolean isObject() {
        return value instanceof Map;
    }

    /** Whether it is an array. */
    public boolean isArray() {
        return value instanceof List;
    }

    /** The members of an object by their names. */
    @SuppressWarnings("unchecked") // the factory methods make no others
    public Map<String, Located> members() {
        return value instanceof Map ? (Map<String, Located>) value : Map.of();
    }

    /** The elements of an array. */
    @SuppressWarnings("unchecked") // the factory methods make no others
    public List<Located> elements() {
        return value instanceof List ? (List<Located>) value : List.of();
    }

    /** Whether it belongs to a document. */
    public boolean isInDocument() {
        return line > 0;
    }

    /** The line of its key, or of its beginning if it has none; from 1, 0 for a computed value. */
    public int line() {
        return line;
    }

    /** The column there, from 0, in bytes of UTF-8. */
    public int column() {
        return column;
    }

    /** How many values it holds, itself included. */
    public int size() {
        return size;
    }

    /** How many levels of objects and arrays it has. */
    public int depth() {
        return depth;
    }

    /** Roughly its memory use, in bytes. */
    public long weight() {
        return weight;
    }

    /** Its place in its document (RFC 6901). */
    public String pointer() {
        Deque<String> steps = new ArrayDeque<>();
        Located at = this;
        while (at.parent != null) {
            steps.push(String.valueOf(at.step).replace("~", "~0").replace("/", "~1"));
            at = at.parent;
        }
        var pointer = new StringBuilder();
        steps.forEach(each -> pointer.append('/').append(each));
        return pointer.toString();
    }

    /** The value as plain data. */
    public @Nullable Object plain() {
        if (isObject()) {
            MapBuilder map = Data.mapBuilder();
            members().forEach((key, member) -> map.put(key, member.plain()));
            return map.build();
        }
        if (isArray()) {
            ListBuilder list = Data.listBuilder();
            elements().forEach(element -> list.add(element.plain()));
            return list.build();
        }
        return value;
    }

    @Override
    public String toString() {
        return line + ":" + column + " " + value;
    }
}
