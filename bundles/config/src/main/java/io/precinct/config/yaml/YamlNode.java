package io.precinct.config.yaml;

import io.precinct.api.shape.Shape;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A YAML document as a plain tree in which every value knows its line. Immutable; aliases share their node. */
public sealed interface YamlNode {
    /** Where it stands. */
    Location at();

    /**
     * A string, number, boolean or null.
     *
     * @param value plain data
     * @param text as written, before the schema made a value of it
     * @param origin the early tag that supplied it, or null where it stands in the file; such a value may be a secret
     *     and is never shown
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

        /** The member of this name, or null. Linear: read sections through {@code Section}. */
        public @Nullable Entry entry(String key) {
            for (Entry entry : entries) {
                if (entry.key().equals(key)) {
                    return entry;
                }
            }
            return null;
        }
    }

    /** A member of a map. */
    record Entry(String key, Location keyAt, YamlNode value) {}

    /**
     * A tag of our own, not yet looked at.
     *
     * @param tag without the exclamation mark
     * @param content what stands behind it; a scalar there is its text
     */
    record Tagged(String tag, YamlNode content, Location at) implements YamlNode {}

    /**
     * What {@code !Fields} or {@code !Match} stands for.
     *
     * @param content what it was read from, so that faults inside it find their line
     */
    record Shaped(Shape shape, YamlNode content, Location at) implements YamlNode {}

    /** A tag that stays untouched until a request needs it. */
    record Late(LateTag tag) implements YamlNode {
        @Override
        public Location at() {
            return tag.at();
        }
    }

    /** Stands where something is wrong that has been reported, so that reading goes on without reporting it again. */
    record Broken(Location at) implements YamlNode {}
}
