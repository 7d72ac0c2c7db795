package io.precinct.config.tag;

import io.precinct.api.config.TagException;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.YamlNode;
import io.precinct.config.yaml.YamlReader;
import io.precinct.config.yaml.YamlWriter;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.Yaml;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes YAML documents other than the configuration, such as fixtures. Stateless. */
public final class YamlDocuments implements Yaml {
    @Override
    public @Nullable Object read(Path file) throws TagException {
        return NodeData.of(tree(file));
    }

    @Override
    public Located locate(Path file) throws TagException {
        YamlNode tree = tree(file);
        var values = new HashMap<String, Location>();
        var keys = new HashMap<String, Location>();
        places(tree, "", values, keys);
        return new Located(NodeData.of(tree), Map.copyOf(values), Map.copyOf(keys));
    }

    private static void places(
            YamlNode node, String pointer, Map<String, Location> values, Map<String, Location> keys) {
        values.put(pointer, node.at());
        switch (node) {
            case YamlNode.Mapping mapping -> {
                for (YamlNode.Entry entry : mapping.entries()) {
                    String member =
                            pointer + "/" + entry.key().replace("~", "~0").replace("/", "~1");
                    keys.put(member, entry.keyAt());
                    places(entry.value(), member, values, keys);
                }
            }
            case YamlNode.Sequence sequence -> {
                for (int i = 0; i < sequence.items().size(); i++) {
                    places(sequence.items().get(i), pointer + "/" + i, values, keys);
                }
            }
            case YamlNode.Scalar _, YamlNode.Tagged _, YamlNode.Shaped _, YamlNode.Late _, YamlNode.Broken _ -> {
                // These nodes have no child nodes.
            }
        }
    }

    private static YamlNode tree(Path file) throws TagException {
        var problems = new Problems();
        YamlNode root = YamlReader.read(file, problems);
        YamlNode tree = root == null ? null : new ShapeTags(problems).resolve(root);
        List<Problem> errors =
                problems.inOrder().stream().filter(p -> !p.warning()).toList();
        if (errors.isEmpty() && tree != null) {
            return tree;
        }
        Problem first = errors.getFirst();
        String further = errors.size() == 1 ? "" : "; and " + (errors.size() - 1) + " further problems";
        String column = first.at().column() == 0 ? "" : ":" + first.at().column();
        throw new TagException(first.at() + column + ": " + first.message() + further, first.hint());
    }

    @Override
    public String write(@Nullable Object data) {
        return YamlWriter.write(data);
    }
}
