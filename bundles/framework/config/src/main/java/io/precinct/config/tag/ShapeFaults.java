package io.precinct.config.tag;

import io.precinct.api.shape.ShapeReader;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
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

    @Override
    public void accept(ShapeReader.Fault fault) {
        YamlNode node = NodeData.at(root, fault.path());
        String message = NodeData.hasOrigin(node)
                ? ValueText.node(node) + " does not fit here"
                : ValueText.shortened(fault.message(), 300);
        String path =
                String.join(".", fault.path().stream().map(String::valueOf).toList());
        String where = path.isEmpty() ? "" : ValueText.shortened(path) + ": ";
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
