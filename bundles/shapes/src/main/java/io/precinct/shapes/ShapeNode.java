package io.precinct.shapes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a compiled shape. */
sealed interface ShapeNode permits FieldsNode, ShapeNode.All, ShapeNode.Leaf, ShapeNode.First {
    /** A test of one value that is there. */
    @FunctionalInterface
    interface Test {
        boolean holds(@Nullable Object value);
    }

    /** True where {@code value} is of this shape; allocates as little as the test allows. */
    boolean test(@Nullable Object value);

    /** Reports every failure of {@code value}; none where it is of this shape. */
    void explain(@Nullable Object value, Path path, Report report);

    /** Reports that there is no value. */
    void absent(Path path, Report report);

    /**
     * One test and what a failure says of it.
     *
     * @param expected compact JSON, cut to length
     */
    record Leaf(Test test, String expected) implements ShapeNode {
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

    /** Several matchers of one value. */
    record All(List<ShapeNode> nodes) implements ShapeNode {
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
            for (ShapeNode node : nodes) {
                node.explain(value, path, report);
            }
        }

        @Override
        public void absent(Path path, Report report) {
            for (ShapeNode node : nodes) {
                node.absent(path, report);
            }
        }
    }

    /** Element 0 of a list. A failure inside it names the place inside it. */
    record First(ShapeNode element, String expected) implements ShapeNode {
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
