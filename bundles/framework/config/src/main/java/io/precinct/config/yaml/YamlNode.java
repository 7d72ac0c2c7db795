package io.precinct.config.yaml;

import io.precinct.api.shape.Shape;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of a YAML document; every node has its location. Immutable; aliases share their node. */
public sealed interface YamlNode {
    /** The location of the node. */
    Location at();

    /**
     * A string, number, boolean or null.
     *
     * @param value plain data
     * @param text the value as written, before the schema was applied
     * @param origin human-readable source of the value: {@code !Env}, {@code ${NAME}}; such a value may be a secret and
     *     is never shown. Null for a value that was written in the file
     */
    record Scalar(
            @Nullable Object value,
            String text,
            Location at,
            @Nullable String origin) implements YamlNode {}

    /** A list. */
    record Sequence(List<YamlNode> items, Location at) implements YamlNode {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /** A map, in the order of the file; its keys are unique. */
    record Mapping(List<Entry> entries, Location at) implements YamlNode {
        public Mapping {
            entries = List.copyOf(entries);
        }

        /** The entry of this key, or null. A linear search: use {@code Section} to read many keys. */
        public @Nullable Entry entry(String key) {
            return entries.stream()
                    .filter(entry -> entry.key().equals(key))
                    .findFirst()
                    .orElse(null);
        }
    }

    /** An entry of a map. */
    record Entry(String key, Location keyAt, YamlNode value) {}

    /**
     * A tag of Precinct, not resolved yet.
     *
     * @param tag without the exclamation mark
     * @param content the tagged node; a scalar is always text
     */
    record Tagged(String tag, YamlNode content, Location at) implements YamlNode {}

    /**
     * A shape, from {@code !Fields} or {@code !Match}.
     *
     * @param content the node that the shape was read from, to find the lines of faults in it
     */
    record Shaped(Shape shape, YamlNode content, Location at) implements YamlNode {}

    /** A tag that is not resolved until a request needs it. */
    record Late(LateTag tag) implements YamlNode {
        @Override
        public Location at() {
            return tag.at();
        }
    }

    /** Replaces a node with an error that was reported, so that reading continues without reporting it again. */
    record Broken(Location at) implements YamlNode {}
}
