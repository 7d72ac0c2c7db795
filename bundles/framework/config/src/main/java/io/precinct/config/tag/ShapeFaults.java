package io.precinct.config.tag;

import io.precinct.api.shape.ShapeReader;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import io.precinct.shapes.ExpectationReader;
import java.util.List;
import java.util.function.Consumer;

/** Reports faults of a shape as problems: finds the line of a fault by its path. */
public final class ShapeFaults implements Consumer<ShapeReader.Fault> {
    private final YamlNode root;
    private final Problems problems;
    private boolean any;

    /** Reports faults whose paths begin at {@code root}. */
    public ShapeFaults(YamlNode root, Problems problems) {
        this.root = root;
        this.problems = problems;
    }

    /** True once there was a fault that is not a warning. */
    public boolean any() {
        return any;
    }

    /** Reports a fault of a shape that was compiled. */
    @Override
    public void accept(ShapeReader.Fault fault) {
        if (fault.warning()) {
            problems.warn(NodeData.at(root, fault.path()).at(), message(fault.path(), fault.message()), null);
        } else {
            error(fault.path(), fault.message(), hint(fault.path()));
        }
    }

    /** Reports a fault of a shape that was read. */
    public void accept(ExpectationReader.Fault fault) {
        error(fault.path(), fault.message(), fault.hint() == null ? hint(fault.path()) : fault.hint());
    }

    private void error(List<Object> path, String message, String hint) {
        any = true;
        problems.error(NodeData.keyAt(root, path), message(path, message), hint);
    }

    private String message(List<Object> path, String message) {
        YamlNode node = NodeData.at(root, path);
        String place = String.join(".", path.stream().map(String::valueOf).toList());
        return (place.isEmpty() ? "" : ValueText.shortened(place) + ": ")
                + (NodeData.hasOrigin(node)
                        ? ValueText.node(node) + " does not fit here"
                        : ValueText.shortened(message, 300));
    }

    private static String hint(List<Object> path) {
        boolean pattern = !path.isEmpty() && path.getLast().equals("matches");
        return pattern
                ? "RE2 syntax: no look-around and no back-references; put the pattern in single quotes"
                : "the matchers are described in docs/configuration.md";
    }
}
