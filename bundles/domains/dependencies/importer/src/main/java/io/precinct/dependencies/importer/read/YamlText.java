package io.precinct.dependencies.importer.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Documents of YAML 1.1, which is what Compose and Kubernetes mean, with merged keys. What an unknown tag marks is read as
 * if it had none.
 */
final class YamlText {
    private static final int DEEPEST = 100;
    private static final int MOST_ALIASES = 200;
    private static final int MOST_DOCUMENTS = 5_000;

    private YamlText() {}

    /** Makes plain values of whatever has a tag of its own. */
    private static final class PlainConstructor extends SafeConstructor {
        PlainConstructor(LoaderOptions options) {
            super(options);
            yamlMultiConstructors.put("!", new AbstractConstruct() {
                @Override
                public @Nullable Object construct(Node node) {
                    return switch (node) {
                        case MappingNode mapping -> constructMapping(mapping);
                        case SequenceNode sequence -> constructSequence(sequence);
                        default -> node.getNodeId() == NodeId.scalar ? ((ScalarNode) node).getValue() : null;
                    };
                }
            });
        }
    }

    /**
     * The documents of a text: maps, lists, texts, numbers, truth values and null.
     *
     * @throws BadFile if it is not YAML, or would amount to much more than it is
     */
    static List<@Nullable Object> read(String text) throws BadFile {
        var options = new LoaderOptions();
        options.setNestingDepthLimit(DEEPEST);
        options.setMaxAliasesForCollections(MOST_ALIASES);
        options.setCodePointLimit(Integer.MAX_VALUE); // the limit for files has decided
        options.setAllowRecursiveKeys(false);
        try {
            List<@Nullable Object> documents = new ArrayList<>();
            for (Object document : new Yaml(new PlainConstructor(options)).loadAll(text)) {
                if (documents.size() == MOST_DOCUMENTS) {
                    throw new BadFile(0, "a file has at most " + MOST_DOCUMENTS + " documents");
                }
                documents.add(document);
            }
            return documents;
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            throw new BadFile(mark == null ? 0 : mark.getLine() + 1, String.valueOf(e.getProblem()));
        } catch (YAMLException e) {
            throw new BadFile(0, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // of its constructors, for values such as a date in month 13
            throw new BadFile(0, "a value cannot be read: " + e.getMessage());
        }
    }

    /** The value of a member of a map, by its path; null if anything on the way is not there. */
    static @Nullable Object at(@Nullable Object value, String... path) {
        Object at = value;
        for (String name : path) {
            at = at instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return at;
    }

    /** A scalar as text; null if there is none, or it is blank. */
    static @Nullable String text(@Nullable Object value) {
        return value == null
                        || value instanceof Map
                        || value instanceof Iterable
                        || value.toString().isBlank()
                ? null
                : value.toString().strip();
    }

    /** The elements of a list; of anything else none. */
    static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** The entries of a map whose keys are texts; of anything else none. */
    static Stream<Map.Entry<String, ?>> entries(@Nullable Object value) {
        return value instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .filter(entry -> entry.getKey() != null)
                        .map(entry -> new java.util.AbstractMap.SimpleEntry<String, Object>(
                                entry.getKey().toString(), entry.getValue()))
                : Stream.of();
    }
}
