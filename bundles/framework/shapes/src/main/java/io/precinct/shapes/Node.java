package io.precinct.shapes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of a compiled shape: tests a value and reports its failures. */
sealed interface Node permits FieldsNode, Node.All, Node.Leaf, Node.First, Node.Items, Node.Every {
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
                element.explain(list.getFirst(), path.element(0), report);
            } else {
                report.failed(path, expected, value);
            }
        }

        @Override
        public void absent(Path path, Report report) {
            report.absent(path, expected);
        }
    }

    /**
     * A list of as many elements, each of which matches its node. If the number is right, failures inside the elements
     * are reported with their paths.
     */
    record Items(List<Node> nodes, String expected) implements Node {
        @Override
        public boolean test(@Nullable Object value) {
            if (!(value instanceof List<?> list) || list.size() != nodes.size()) {
                return false;
            }
            for (int i = 0; i < nodes.size(); i++) {
                if (!nodes.get(i).test(list.get(i))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void explain(@Nullable Object value, Path path, Report report) {
            if (value instanceof List<?> list && list.size() == nodes.size()) {
                for (int i = 0; i < nodes.size(); i++) {
                    nodes.get(i).explain(list.get(i), path.element(i), report);
                }
            } else {
                report.failed(path, expected, value);
            }
        }

        @Override
        public void absent(Path path, Report report) {
            report.absent(path, expected);
        }
    }

    /** A list that is not empty, all of whose elements match. The first elements that fail are reported one by one. */
    record Every(Node element, String expected) implements Node {
        private static final int MOST_REPORTED = 10;

        @Override
        public boolean test(@Nullable Object value) {
            if (!(value instanceof List<?> list) || list.isEmpty()) {
                return false;
            }
            for (int i = 0; i < list.size(); i++) {
                if (!element.test(list.get(i))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void explain(@Nullable Object value, Path path, Report report) {
            if (!(value instanceof List<?> list) || list.isEmpty()) {
                report.failed(path, expected, value);
                return;
            }
            int failed = 0;
            for (int i = 0; i < list.size(); i++) {
                if (!element.test(list.get(i)) && failed++ < MOST_REPORTED) {
                    element.explain(list.get(i), path.element(i), report);
                }
            }
            if (failed > MOST_REPORTED) {
                report.further(path, expected, failed - MOST_REPORTED);
            }
        }

        @Override
        public void absent(Path path, Report report) {
            report.absent(path, expected);
        }
    }
}
