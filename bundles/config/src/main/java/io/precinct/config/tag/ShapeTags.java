package io.precinct.config.tag;

import io.precinct.api.shape.Shape;
import io.precinct.api.shape.ShapeReader;
import io.precinct.config.yaml.YamlNode;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ShownValue;
import io.precinct.core.api.config.LateTag;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code !Fields} and {@code !Match}: data whose keys are matcher names said outright to be one or the other. Also the
 * walk over a tree that replaces its tags. Of use once, by one thread.
 */
public sealed class ShapeTags permits ConfigurationTags {
    /** Nested fields, whatever their names are. */
    static final String FIELDS = "Fields";
    /** A map of matchers, whatever stands beside it. */
    static final String MATCH = "Match";

    private final Problems problems;
    /** What aliases share is looked at once, so that neither work nor problems are multiplied. */
    private final Map<YamlNode, YamlNode> seen = new IdentityHashMap<>();

    /** Reports to {@code problems}. */
    public ShapeTags(Problems problems) {
        this.problems = problems;
    }

    /** The same tree without tags that were not looked at. */
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
        return new YamlNode.Sequence(sequence.items().stream().map(this::resolve).toList(), sequence.at());
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

    /** What a tag that stands for no shape becomes; here nothing is known of any. */
    YamlNode other(YamlNode.Tagged tagged, YamlNode content) {
        return broken(
                tagged,
                "!" + ShownValue.shortened(tagged.tag()) + " cannot stand in this file",
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
                    "!" + tagged.tag() + " takes a map, got " + ShownValue.node(content),
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
                ? ShapeReader.readFields(data, faults)
                : ShapeReader.readMatchers(data, faults);
        if (shape.equals(new Shape.Match(List.of())) && !faults.any()) {
            return broken(tagged, "!Match {} tests nothing", "name a matcher, or write {} for an empty map");
        }
        return new YamlNode.Shaped(shape, mapping, tagged.at());
    }
}
