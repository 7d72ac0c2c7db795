package io.precinct.config.tag;

import io.precinct.api.shape.ShapeReader;
import io.precinct.config.yaml.Node;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.Show;
import java.util.List;
import java.util.function.Consumer;

/** Turns faults of a shape, which know their path, into problems, which know their line. */
public final class ShapeFaults implements Consumer<ShapeReader.Fault> {
    private final Node root;
    private final Problems problems;
    private boolean any;

    /** Paths begin at {@code root}. */
    public ShapeFaults(Node root, Problems problems) {
        this.root = root;
        this.problems = problems;
    }

    /** True once there was a fault that is no warning. */
    public boolean any() {
        return any;
    }

    @Override
    public void accept(ShapeReader.Fault fault) {
        Node node = NodeData.at(root, fault.path());
        String message = NodeData.hasOrigin(node)
                ? Show.node(node) + " does not fit here"
                : Show.shortened(fault.message(), 300);
        String path =
                String.join(".", fault.path().stream().map(String::valueOf).toList());
        String where = path.isEmpty() ? "" : Show.shortened(path) + ": ";
        if (fault.warning()) {
            problems.warn(node.at(), where + message, null);
        } else {
            any = true;
            problems.error(node.at(), where + message, hint(fault.path()));
        }
    }

    private static String hint(List<Object> path) {
        boolean pattern = !path.isEmpty() && path.getLast().equals("matches");
        return pattern
                ? "RE2 syntax: no look-around and no back-references; put the pattern in single quotes"
                : "the matchers are described in docs/configuration.md";
    }
}
