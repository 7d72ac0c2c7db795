package io.precinct.config.tag;

import io.precinct.api.shape.ShapeReader;
import io.precinct.config.yaml.YamlNode;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ShownValue;
import java.util.List;
import java.util.function.Consumer;

/** Turns faults of a shape, which know their path, into problems, which know their line. */
public final class ShapeFaults implements Consumer<ShapeReader.Fault> {
    private final YamlNode root;
    private final Problems problems;
    private boolean any;

    /** Paths begin at {@code root}. */
    public ShapeFaults(YamlNode root, Problems problems) {
        this.root = root;
        this.problems = problems;
    }

    /** True once there was a fault that is no warning. */
    public boolean any() {
        return any;
    }

    @Override
    public void accept(ShapeReader.Fault fault) {
        YamlNode node = NodeData.at(root, fault.path());
        String message = NodeData.hasOrigin(node)
                ? ShownValue.node(node) + " does not fit here"
                : ShownValue.shortened(fault.message(), 300);
        String path =
                String.join(".", fault.path().stream().map(String::valueOf).toList());
        String where = path.isEmpty() ? "" : ShownValue.shortened(path) + ": ";
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
