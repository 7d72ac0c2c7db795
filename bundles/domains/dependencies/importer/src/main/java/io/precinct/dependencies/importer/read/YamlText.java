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
 * Parses YAML 1.1, which Compose and Kubernetes use, with merge keys. Values with an unknown tag are read as if they
 * had no tag.
 */
final class YamlText {
    private static final int DEEPEST = 100;
    private static final int MOST_ALIASES = 200;
    private static final int MOST_DOCUMENTS = 5_000;

    private YamlText() {}

    /** Constructs plain values for nodes with custom tags. */
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
     * Returns the documents of a text: maps, lists, texts, numbers, truth values and null.
     *
     * @throws BadFile if the text is not YAML, or would expand to far more than its size
     */
    static List<@Nullable Object> read(String text) throws BadFile {
        var options = new LoaderOptions();
        options.setNestingDepthLimit(DEEPEST);
        options.setMaxAliasesForCollections(MOST_ALIASES);
        options.setCodePointLimit(Integer.MAX_VALUE); // the limit for files applies already
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
        } catch (RuntimeException e) { // thrown by its constructors, for values such as a date in month 13
            throw new BadFile(0, "a value cannot be read: " + e.getMessage());
        }
    }

    /** Returns the value at a path of map keys; null if any part of the path is missing. */
    static @Nullable Object at(@Nullable Object value, String... path) {
        Object at = value;
        for (String name : path) {
            at = at instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return at;
    }

    /** Returns a scalar as text; null if the value is missing, blank or not a scalar. */
    static @Nullable String text(@Nullable Object value) {
        return value == null
                        || value instanceof Map
                        || value instanceof Iterable
                        || value.toString().isBlank()
                ? null
                : value.toString().strip();
    }

    /** Returns the elements of a list; empty for any other value. */
    static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** Returns the entries of a map with non-null keys, as texts; empty for any other value. */
    static Stream<Map.Entry<String, ?>> entries(@Nullable Object value) {
        return value instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .filter(entry -> entry.getKey() != null)
                        .map(entry -> new java.util.AbstractMap.SimpleEntry<String, Object>(
                                entry.getKey().toString(), entry.getValue()))
                : Stream.of();
    }
}
