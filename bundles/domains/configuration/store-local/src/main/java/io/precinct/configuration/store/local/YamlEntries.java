package io.precinct.configuration.store.local;

import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The scalars of a YAML document by their paths: names of maps and numbers of lists between slashes. A value is the text
 * as it is written ({@code 010}, {@code yes}), null is empty, and {@code !secret} marks one as a secret, or all below a map
 * or list. A value that has several keys, by aliases and merged maps, has the first of them as its origin. For a single
 * use; not thread-safe.
 */
final class YamlEntries {
    private static final int DEEPEST = 50;
    private static final int MOST_ENTRIES = 100_000;
    private static final int MOST_ALIASES = 1_000;
    private static final String SECRET = "!secret";

    private final Path file;
    private final TreeMap<String, StoreEntry> entries = new TreeMap<>();
    private final Map<ScalarNode, String> origins = new IdentityHashMap<>();

    private YamlEntries(Path file) {
        this.file = file;
    }

    /**
     * The entries of a file.
     *
     * @throws StoreException if it is not one document in YAML whose root is a map; never with a value of it
     */
    static TreeMap<String, StoreEntry> of(Path file, byte[] bytes) throws StoreException {
        var reading = new YamlEntries(file);
        Node root = reading.root(bytes);
        if (root == null) {
            return reading.entries;
        }
        if (!(root instanceof MappingNode)) {
            throw reading.bad(root, "a map of names and values is expected here");
        }
        reading.take("", root, false, 0);
        return reading.entries;
    }

    private @Nullable Node root(byte[] bytes) throws StoreException {
        var options = new LoaderOptions();
        options.setMaxAliasesForCollections(MOST_ALIASES);
        options.setNestingDepthLimit(DEEPEST);
        options.setCodePointLimit(Integer.MAX_VALUE);
        options.setAllowDuplicateKeys(false);
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            Iterator<Node> documents =
                    new Yaml(options).composeAll(new StringReader(text)).iterator();
            Node first = documents.hasNext() ? documents.next() : null;
            if (documents.hasNext()) {
                throw bad(documents.next(), "one document is expected, and a second begins here");
            }
            return first;
        } catch (CharacterCodingException e) {
            throw new StoreException(file + " is not UTF-8", e);
        } catch (MarkedYAMLException e) {
            // Its message quotes the line, which may hold a secret.
            String at = e.getProblemMark() == null
                    ? ""
                    : ":" + (e.getProblemMark().getLine() + 1) + ":"
                            + (e.getProblemMark().getColumn() + 1);
            throw new StoreException(file + at + " is no YAML", e);
        } catch (YAMLException e) {
            throw new StoreException(file + " is no YAML, or nested or aliased beyond what is read", e);
        }
    }

    private void take(String path, Node node, boolean secret, int depth) throws StoreException {
        if (depth > DEEPEST) {
            throw bad(node, "values nest at most " + DEEPEST + " levels deep, aliases counted");
        }
        boolean below = secret || isMarked(node);
        switch (node) {
            case ScalarNode scalar -> put(path, scalar, below);
            case SequenceNode list -> {
                int number = 0;
                for (Node item : list.getValue()) {
                    take(path + "/" + number, item, below, depth + 1);
                    number++;
                }
            }
            case MappingNode map -> {
                for (Member member : members(map, depth)) {
                    take(
                            depth == 0 ? member.name : path + "/" + member.name,
                            member.value,
                            below || member.secret,
                            depth + 1);
                }
            }
            default -> throw bad(node, "a map, a list or a value is expected here");
        }
    }

    private static boolean isMarked(Node node) {
        return node.getTag().getValue().equalsIgnoreCase(SECRET);
    }

    /**
     * A member of a map.
     *
     * @param secret whether its name is marked, or the map from which it is merged
     */
    private record Member(String name, Node value, boolean secret) {}

    /** Its own members and, before them, those it merges in ({@code <<}), which they replace. */
    private Collection<Member> members(MappingNode map, int depth) throws StoreException {
        if (depth > DEEPEST) {
            throw bad(map, "maps merge at most " + DEEPEST + " levels deep");
        }
        var members = new TreeMap<String, Member>();
        for (NodeTuple member : map.getValue()) {
            if (member.getKeyNode().getTag().equals(Tag.MERGE)) {
                Node merged = member.getValueNode();
                List<Node> all = merged instanceof SequenceNode list ? list.getValue() : List.of(merged);
                for (Node one : all) {
                    if (!(one instanceof MappingNode other)) {
                        throw bad(one, "a map, or a list of maps, is expected behind <<");
                    }
                    boolean marked = isMarked(merged) || isMarked(other);
                    for (Member inherited : members(other, depth + 1)) {
                        members.putIfAbsent(
                                inherited.name,
                                new Member(inherited.name, inherited.value, inherited.secret || marked));
                    }
                }
            }
        }
        var own = new HashSet<String>();
        for (NodeTuple member : map.getValue()) {
            if (!member.getKeyNode().getTag().equals(Tag.MERGE)) {
                String name = name(member.getKeyNode());
                if (!own.add(name)) {
                    throw bad(member.getKeyNode(), "the name " + name + " stands twice in its map");
                }
                members.put(name, new Member(name, member.getValueNode(), isMarked(member.getKeyNode())));
            }
        }
        return members.values();
    }

    private String name(Node key) throws StoreException {
        if (key instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw bad(key, "a name is expected here");
    }

    private void put(String path, ScalarNode scalar, boolean secret) throws StoreException {
        String value = scalar.getTag().equals(Tag.NULL) ? "" : scalar.getValue();
        String origin = origins.computeIfAbsent(scalar, _ -> path);
        var entry = new StoreEntry(path, secret, value.getBytes(StandardCharsets.UTF_8), origin);
        if (entries.put(path, entry) != null) {
            throw bad(scalar, "the key " + path + " stands twice");
        }
        if (entries.size() > MOST_ENTRIES) {
            throw bad(scalar, "a file has at most " + MOST_ENTRIES + " values, aliases counted");
        }
    }

    private StoreException bad(Node at, String what) {
        return new StoreException(file + ":" + (at.getStartMark().getLine() + 1) + ":"
                + (at.getStartMark().getColumn() + 1) + ": " + what);
    }
}
