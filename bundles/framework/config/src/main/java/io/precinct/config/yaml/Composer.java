package io.precinct.config.yaml;

import io.precinct.core.api.config.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/** Builds the tree of one document from the parser's events. For a single use, by one thread. */
final class Composer {
    private static final int DEEPEST = 100;
    /**
     * Most values that aliases may add to those written in the file: shared nodes cost nothing until they are walked.
     */
    private static final long MOST_BY_ALIAS = 100_000;

    private final String file;
    private final Iterator<Event> events;
    private final Problems problems;
    private final StandardTags tags;
    private final Map<String, Anchored> anchors = new HashMap<>();
    private long values;
    private long byAlias;
    private int deepest;

    Composer(String file, Iterator<Event> events, Problems problems) {
        this.file = file;
        this.events = events;
        this.problems = problems;
        this.tags = new StandardTags(problems);
    }

    /** A node with an anchor; {@code node} is null while it is still being read. */
    private record Anchored(@Nullable YamlNode node, long values, int height) {}

    /** The document cannot be turned into a tree. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Location at;

        Refused(Location at, String message) {
            super(message);
            this.at = at;
        }

        Location at() {
            return at;
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    static Location location(String file, Optional<Mark> mark) {
        return mark.map(m -> new Location(file, m.getLine() + 1, m.getColumn() + 1))
                .orElseGet(() -> new Location(file, 0, 0));
    }

    YamlNode document() throws Refused {
        return node(events.next(), 1);
    }

    private Location at(Event event) {
        return location(file, event.getStartMark());
    }

    private YamlNode node(Event event, int depth) throws Refused {
        if (depth > DEEPEST) {
            throw new Refused(at(event), "nested deeper than " + DEEPEST + " levels");
        }
        if (event instanceof AliasEvent alias) {
            return alias(alias, depth);
        }
        Optional<Anchor> anchor = event instanceof NodeEvent named ? named.getAnchor() : Optional.empty();
        if (anchor.isEmpty()) {
            return content(event, depth);
        }
        String name = anchor.get().getValue();
        long valuesBefore = values;
        int deepestBefore = deepest;
        deepest = depth;
        anchors.put(name, new Anchored(null, 0, 0));
        YamlNode node = content(event, depth);
        anchors.put(name, new Anchored(node, values - valuesBefore, deepest - depth));
        deepest = Math.max(deepest, deepestBefore);
        return node;
    }

    private YamlNode alias(AliasEvent alias, int depth) throws Refused {
        String name = alias.getAlias().getValue();
        Anchored target = anchors.get(name);
        if (target == null) {
            problems.error(
                    at(alias),
                    "*" + name + " names no anchor above it",
                    "define &" + name + " first, or put the text in quotes");
            return new YamlNode.Broken(at(alias));
        }
        if (target.node() == null) {
            throw new Refused(at(alias), "*" + name + " stands inside the value that it names");
        }
        byAlias += target.values();
        values += target.values();
        if (byAlias > MOST_BY_ALIAS) {
            throw new Refused(at(alias), "aliases multiply the document beyond " + MOST_BY_ALIAS + " values");
        }
        if (depth + target.height() > DEEPEST) {
            throw new Refused(at(alias), "nested deeper than " + DEEPEST + " levels through aliases");
        }
        deepest = Math.max(deepest, depth + target.height());
        return target.node();
    }

    private YamlNode content(Event event, int depth) throws Refused {
        values++;
        deepest = Math.max(deepest, depth);
        return switch (event) {
            case ScalarEvent scalar -> tags.scalar(scalar, at(scalar));
            case MappingStartEvent start -> tags.collection(start, mapping(start, depth));
            case CollectionStartEvent start -> tags.collection(start, sequence(start, depth));
            default -> throw new Refused(at(event), "a value is missing");
        };
    }

    private YamlNode sequence(CollectionStartEvent start, int depth) throws Refused {
        List<YamlNode> items = new ArrayList<>();
        for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
            items.add(node(event, depth + 1));
        }
        return new YamlNode.Sequence(items, at(start));
    }

    private YamlNode mapping(MappingStartEvent start, int depth) throws Refused {
        List<YamlNode.Entry> entries = new ArrayList<>();
        Map<String, Location> seen = new HashMap<>();
        for (Event event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
            Location keyAt = at(event);
            String key = key(event, node(event, depth + 1), keyAt);
            YamlNode value = node(events.next(), depth + 1);
            if (key == null) {
                continue;
            }
            Location before = seen.putIfAbsent(key, keyAt);
            if (before == null) {
                entries.add(new YamlNode.Entry(key, keyAt, value));
            } else {
                problems.error(
                        keyAt,
                        "duplicate key " + ValueText.quoted(key),
                        "it stands in line " + before.line() + " already; remove one of them");
            }
        }
        return new YamlNode.Mapping(entries, at(start));
    }

    /** The key of an entry, or null if {@code node} cannot be a key, which is reported. */
    private @Nullable String key(Event event, YamlNode node, Location at) {
        if (event instanceof ScalarEvent scalar
                && scalar.isPlain()
                && scalar.getValue().equals("<<")) {
            problems.error(
                    at,
                    "YAML 1.2 has no merge key <<",
                    "write the members out, or name the whole map by an alias; a field of that name goes in quotes");
            return null;
        }
        switch (node) {
            case YamlNode.Scalar(String key, var _, var _, var _) -> {
                return key;
            }
            case YamlNode.Scalar scalar ->
                problems.error(
                        at,
                        "a key must be text, got " + ValueText.node(scalar),
                        "put it in quotes: \"" + ValueText.shortened(scalar.text()) + "\"");
            case YamlNode.Broken _ -> {
                // Reported already.
            }
            default -> problems.error(at, "a key must be text, got " + ValueText.node(node), null);
        }
        return null;
    }
}
