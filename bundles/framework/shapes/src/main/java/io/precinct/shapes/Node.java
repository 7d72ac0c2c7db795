package io.precinct.shapes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of a compiled shape: tests a value and reports its failures. */
sealed interface Node permits FieldsNode, Node.All, Node.Leaf, Node.First {
    /** A test of one value that is present. */
    @FunctionalInterface
    interface Test {
        boolean holds(@Nullable Object value);
    }

    /** True if {@code value} matches; allocates as little as possible. */
    boolean test(@Nullable Object value);

    /** Reports every failure of {@code value}; none if it matches. */
    void explain(@Nullable Object value, Path path, Report report);

    /** Reports that there is no value. */
    void absent(Path path, Report report);

    /**
     * One test.
     *
     * @param expected the expected value in failures: compact JSON, cut to length
     */
    record Leaf(Test test, String expected) implements Node {
        @Override
        public boolean test(@Nullable Object value) {
            return test.holds(value);
        }

        @Override
        public void explain(@Nullable Object value, Path path, Report report) {
            if (!test.holds(value)) {
                report.failed(path, expected, value);
            }
        }

        @Override
        public void absent(Path path, Report report) {
            report.absent(path, expected);
        }
    }

    /** Several matchers of one value, all of which must match. */
    record All(List<Node> nodes) implements Node {
        @Override
        public boolean test(@Nullable Object value) {
            // By index: an iterator would be garbage on every request.
            for (int i = 0; i < nodes.size(); i++) {
                if (!nodes.get(i).test(value)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void explain(@Nullable Object value, Path path, Report report) {
            for (Node node : nodes) {
                node.explain(value, path, report);
            }
        }

        @Override
        public void absent(Path path, Report report) {
            for (Node node : nodes) {
                node.absent(path, report);
            }
        }
    }

    /** The first element of a list. A failure inside the element is reported with its path there. */
    record First(Node element, String expected) implements Node {
        @Override
        public boolean test(@Nullable Object value) {
            return value instanceof List<?> list && !list.isEmpty() && element.test(list.getFirst());
        }

        @Override
        public void explain(@Nullable Object value, Path path, Report report) {
            if (value instanceof List<?> list && !list.isEmpty()) {
                element.explain(list.getFirst(), path.first(), report);
            } else {
                report.failed(path, expected, value);
            }
        }

        @Override
        public void absent(Path path, Report report) {
            report.absent(path, expected);
        }
    }
}
