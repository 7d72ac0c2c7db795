package io.precinct.shapes;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map with at least these fields. */
final class FieldsNode implements Node {
    private final String[] names;
    private final Node[] nodes;
    private final String expected;

    /** {@code names} and {@code nodes} correspond by index; neither array is copied. */
    FieldsNode(String[] names, Node[] nodes, String expected) {
        this.names = names;
        this.nodes = nodes;
        this.expected = expected;
    }

    @Override
    public boolean test(@Nullable Object value) {
        return value instanceof Map<?, ?> map && test(map);
    }

    private boolean test(Map<?, ?> map) {
        for (int i = 0; i < names.length; i++) {
            Object field = map.get(names[i]);
            if (field == null && !map.containsKey(names[i]) || !nodes[i].test(field)) {
                return false;
            }
        }
        return true;
    }

    boolean test(CompiledShape.Members members) {
        for (int i = 0; i < names.length; i++) {
            Object field = members.get(names[i]);
            if (field == null && !members.has(names[i]) || !nodes[i].test(field)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void explain(@Nullable Object value, Path path, Report report) {
        if (value instanceof Map<?, ?> map) {
            explain(new MembersOfMap(map), path, report);
        } else {
            report.failed(path, expected, value);
        }
    }

    void explain(CompiledShape.Members members, Path path, Report report) {
        for (int i = 0; i < names.length; i++) {
            Object field = members.get(names[i]);
            Path below = path.key(names[i]);
            if (field == null && !members.has(names[i])) {
                nodes[i].absent(below, report);
            } else {
                nodes[i].explain(field, below, report);
            }
        }
    }

    @Override
    public void absent(Path path, Report report) {
        report.absent(path, expected);
    }

    private record MembersOfMap(Map<?, ?> map) implements CompiledShape.Members {
        @Override
        public @Nullable Object get(String key) {
            return map.get(key);
        }

        @Override
        public boolean has(String key) {
            return map.containsKey(key);
        }
    }
}
