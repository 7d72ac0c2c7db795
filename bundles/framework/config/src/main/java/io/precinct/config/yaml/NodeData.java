package io.precinct.config.yaml;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.Location;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Converts between YAML nodes and the data they represent. */
public final class NodeData {
    private static final int DEEPEST = 100;

    private NodeData() {}

    /** A value cannot be represented by a node. The message names its place and type, never the value. */
    public static final class NoData extends Exception {
        private static final long serialVersionUID = 1L;

        NoData(String message) {
            super(message);
        }
    }

    /**
     * The data of a node: frozen plain data that may also contain shapes and {@link LateTag}s. Its tags must have been
     * resolved before; broken nodes become null.
     *
     * @throws IllegalStateException if {@code node} contains an unresolved tag
     */
    public static @Nullable Object of(YamlNode node) {
        return switch (node) {
            case YamlNode.Scalar scalar -> scalar.value();
            case YamlNode.Sequence sequence -> list(sequence);
            case YamlNode.Mapping mapping -> map(mapping);
            case YamlNode.Shaped shaped -> shaped.shape();
            case YamlNode.Late late -> late.tag();
            case YamlNode.Broken _ -> null;
            case YamlNode.Tagged tagged -> throw new IllegalStateException("!" + tagged.tag() + " was not looked at");
        };
    }

    private static List<@Nullable Object> list(YamlNode.Sequence sequence) {
        var list = new ArrayList<@Nullable Object>(sequence.items().size());
        boolean plain = true;
        for (YamlNode item : sequence.items()) {
            Object value = of(item);
            plain &= isFrozen(value);
            list.add(value);
        }
        return plain ? Data.freezeList(list) : Collections.unmodifiableList(list);
    }

    /** As {@link #of}, for a map. */
    public static Map<String, @Nullable Object> map(YamlNode.Mapping mapping) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        boolean plain = true;
        for (YamlNode.Entry entry : mapping.entries()) {
            Object value = of(entry.value());
            plain &= isFrozen(value);
            map.put(entry.key(), value);
        }
        return plain ? Data.freezeMap(map) : Collections.unmodifiableMap(map);
    }

    /** Whether a value is frozen plain data. If not, it contains a shape or a late tag, which cannot be frozen. */
    private static boolean isFrozen(@Nullable Object value) {
        return switch (value) {
            case null -> true;
            case Shape _, LateTag _ -> false;
            case Map<?, ?> map -> Data.freezeMap(Map.of()).getClass().isInstance(map);
            case List<?> list -> Data.freezeList(List.of()).getClass().isInstance(list);
            default -> true;
        };
    }

    /** The first late tag in {@code node}, or null. */
    public static @Nullable LateTag lateIn(YamlNode node) {
        return first(node, YamlNode.Late.class::isInstance) instanceof YamlNode.Late late ? late.tag() : null;
    }

    /** The first node that is not plain data but a shape or a late tag, or null. */
    public static @Nullable YamlNode notPlainIn(YamlNode node) {
        return first(node, n -> n instanceof YamlNode.Late || n instanceof YamlNode.Shaped);
    }

    /** True if {@code node} is null, whatever its origin. */
    public static boolean isNull(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar && scalar.value() == null;
    }

    /** True if something in {@code node} is broken. */
    public static boolean isBroken(YamlNode node) {
        return first(node, YamlNode.Broken.class::isInstance) != null;
    }

    private static @Nullable YamlNode first(YamlNode node, Predicate<YamlNode> sought) {
        if (sought.test(node)) {
            return node;
        }
        return switch (node) {
            case YamlNode.Sequence sequence -> first(sequence.items(), sought);
            case YamlNode.Mapping mapping ->
                first(mapping.entries().stream().map(YamlNode.Entry::value).toList(), sought);
            default -> null;
        };
    }

    private static @Nullable YamlNode first(List<YamlNode> nodes, Predicate<YamlNode> sought) {
        for (YamlNode node : nodes) {
            YamlNode found = first(node, sought);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The node at the end of {@code path} (keys and indices), or the deepest existing one on the way to it. */
    public static YamlNode at(YamlNode root, List<Object> path) {
        YamlNode node = root;
        for (Object step : path) {
            YamlNode next = below(node, step);
            if (next == null) {
                return node;
            }
            node = next;
        }
        return node;
    }

    /** The location of the key at the end of {@code path}; of the node there, if that is no member of a map. */
    public static Location keyAt(YamlNode root, List<Object> path) {
        if (!path.isEmpty() && path.getLast() instanceof String key) {
            YamlNode parent = at(root, path.subList(0, path.size() - 1));
            YamlNode content = parent instanceof YamlNode.Shaped shaped ? shaped.content() : parent;
            YamlNode.Entry entry = content instanceof YamlNode.Mapping mapping ? mapping.entry(key) : null;
            if (entry != null) {
                return entry.keyAt();
            }
        }
        return at(root, path).at();
    }

    private static @Nullable YamlNode below(YamlNode node, Object step) {
        if (node instanceof YamlNode.Shaped shaped) {
            return below(shaped.content(), step);
        }
        if (node instanceof YamlNode.Mapping mapping && step instanceof String key) {
            YamlNode.Entry entry = mapping.entry(key);
            return entry == null ? null : entry.value();
        }
        if (node instanceof YamlNode.Sequence sequence && step instanceof Integer index) {
            return index >= 0 && index < sequence.items().size()
                    ? sequence.items().get(index)
                    : null;
        }
        return null;
    }

    /** True if a value in {@code node} came from outside the file through an early tag. */
    public static boolean hasOrigin(YamlNode node) {
        return switch (node) {
            case YamlNode.Scalar scalar -> scalar.origin() != null;
            case YamlNode.Sequence sequence -> sequence.items().stream().anyMatch(NodeData::hasOrigin);
            case YamlNode.Mapping mapping -> mapping.entries().stream().anyMatch(e -> hasOrigin(e.value()));
            case YamlNode.Shaped shaped -> hasOrigin(shaped.content());
            default -> false;
        };
    }

    /**
     * The node for a value that a resolver returned.
     *
     * @param origin human-readable source of the value: {@code !Env}
     * @throws NoData if it is not plain data
     */
    public static YamlNode node(@Nullable Object value, Location at, String origin) throws NoData {
        return node(value, at, origin, 0);
    }

    private static YamlNode node(@Nullable Object value, Location at, String origin, int depth) throws NoData {
        if (depth > DEEPEST) {
            throw new NoData("data nested deeper than " + DEEPEST + " levels");
        }
        return switch (value) {
            case Shape shape -> new YamlNode.Shaped(shape, new YamlNode.Broken(at), at);
            case Map<?, ?> map -> mapping(map, at, origin, depth);
            case List<?> list -> {
                var items = new ArrayList<YamlNode>();
                for (Object item : list) {
                    items.add(node(item, at, origin, depth + 1));
                }
                yield new YamlNode.Sequence(items, at);
            }
            case null, default -> {
                try {
                    yield new YamlNode.Scalar(Data.freeze(value), String.valueOf(value), at, origin);
                } catch (IllegalArgumentException e) {
                    throw new NoData(
                            value == null ? "nothing" : value.getClass().getName());
                }
            }
        };
    }

    private static YamlNode mapping(Map<?, ?> map, Location at, String origin, int depth) throws NoData {
        var entries = new ArrayList<YamlNode.Entry>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw new NoData("a map with a key that is not text");
            }
            entries.add(new YamlNode.Entry(key, at, node(entry.getValue(), at, origin, depth + 1)));
        }
        return new YamlNode.Mapping(entries, at);
    }
}
