package io.precinct.config.tag;

import io.precinct.api.shape.Shape;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.LateTag;
import io.precinct.shapes.ExpectationReader;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the tags of a tree: {@code !Fields} and {@code !Match}, which state whether a map consists of fields or of
 * matchers. For a single use, by one thread.
 */
public sealed class ShapeTags permits ConfigurationTags {
    /** The tag of nested fields, even if their names are those of matchers. */
    static final String FIELDS = "Fields";
    /** The tag of a map of matchers. */
    static final String MATCH = "Match";

    private final Problems problems;
    /**
     * Resolved nodes by original node. Nodes that aliases share are resolved once, so neither work nor problems
     * multiply.
     */
    private final Map<YamlNode, YamlNode> seen = new IdentityHashMap<>();

    /** Reports to {@code problems}. */
    public ShapeTags(Problems problems) {
        this.problems = problems;
    }

    /** The same tree with all its tags resolved. */
    public final YamlNode resolve(YamlNode node) {
        return switch (node) {
            case YamlNode.Sequence sequence -> once(sequence, _ -> sequence(sequence));
            case YamlNode.Mapping mapping -> once(mapping, _ -> mapping(mapping));
            case YamlNode.Tagged tagged -> once(tagged, _ -> tagged(tagged));
            default -> node;
        };
    }

    private YamlNode once(YamlNode node, Function<YamlNode, YamlNode> look) {
        YamlNode known = seen.get(node);
        if (known == null) {
            known = look.apply(node);
            seen.put(node, known);
        }
        return known;
    }

    private YamlNode sequence(YamlNode.Sequence sequence) {
        return new YamlNode.Sequence(
                sequence.items().stream().map(this::resolve).toList(), sequence.at());
    }

    private YamlNode mapping(YamlNode.Mapping mapping) {
        return new YamlNode.Mapping(
                mapping.entries().stream()
                        .map(e -> new YamlNode.Entry(e.key(), e.keyAt(), resolve(e.value())))
                        .toList(),
                mapping.at());
    }

    private YamlNode tagged(YamlNode.Tagged tagged) {
        YamlNode content = resolve(tagged.content());
        if (NodeData.isBroken(content)) {
            return new YamlNode.Broken(tagged.at());
        }
        return switch (tagged.tag()) {
            case FIELDS, MATCH -> shape(tagged, content);
            default -> other(tagged, content);
        };
    }

    /** Resolves a tag that is not a shape; here every such tag is an error. */
    YamlNode other(YamlNode.Tagged tagged, YamlNode content) {
        return broken(
                tagged,
                "!" + ValueText.shortened(tagged.tag()) + " cannot stand in this file",
                "here only !Fields and !Match have a meaning");
    }

    final YamlNode.Broken broken(YamlNode.Tagged tagged, String message, @Nullable String hint) {
        problems.error(tagged.at(), message, hint);
        return new YamlNode.Broken(tagged.at());
    }

    private YamlNode shape(YamlNode.Tagged tagged, YamlNode content) {
        if (!(content instanceof YamlNode.Mapping mapping)) {
            return broken(
                    tagged,
                    "!" + tagged.tag() + " takes a map, got " + ValueText.node(content),
                    tagged.tag().equals(FIELDS) ? "!Fields {count: 3}" : "!Match {count: 3}");
        }
        LateTag late = NodeData.lateIn(mapping);
        if (late != null) {
            return broken(
                    tagged,
                    "!" + tagged.tag() + " cannot hold !" + late.tag() + " (line "
                            + late.at().line() + "), which is not known before a request",
                    "write the shape out, or put it into the fixture");
        }
        var faults = new ShapeFaults(mapping, problems);
        Map<String, ?> data = NodeData.map(mapping);
        Shape shape = tagged.tag().equals(FIELDS)
                ? ExpectationReader.readFields(data, faults::accept)
                : ExpectationReader.readMatchers(data, faults::accept);
        if (shape.equals(new Shape.Match(List.of())) && !faults.any()) {
            return broken(tagged, "!Match {} tests nothing", "name a matcher, or write {} for an empty map");
        }
        return new YamlNode.Shaped(shape, mapping, tagged.at());
    }
}
