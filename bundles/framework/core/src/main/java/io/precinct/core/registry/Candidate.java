package io.precinct.core.registry;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A plug-in that a bundle has registered, admitted or not.
 *
 * @param kind its kind
 * @param name its name, unique among the plug-ins of its kind
 * @param plugin its description, without a generation; null if it cannot be admitted
 * @param problem why it cannot be admitted, or null
 */
record Candidate(
        Kind kind,
        String name,
        @Nullable DescribedPlugin plugin,
        @Nullable String problem) {
    /** Kinds of plug-in. */
    enum Kind {
        BOUNDARY,
        FORMATTER,
        TAG,
        ARCHETYPE,
        HEALTH,
        KEYS,
        EXTENSION;

        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether its name belongs to one bundle; names of health checks and keys may be used by several. */
    boolean owned() {
        return kind != Kind.HEALTH && kind != Kind.KEYS;
    }

    /**
     * Labels besides its name that it must not share with a plug-in of another bundle: each media type of a formatter,
     * as {@code media-type text/csv}.
     */
    List<String> furtherLabels() {
        return plugin instanceof DescribedPlugin.OfFormatter formatter
                ? formatter.mediaTypes().stream().map(Candidate::mediaTypeLabel).toList()
                : List.of();
    }

    /** The label of a media type, which is in lower case. */
    static String mediaTypeLabel(String mediaType) {
        return Ownership.MEDIA_TYPE + mediaType;
    }

    /** {@code <kind> <name>}. */
    String label() {
        // The name of an extension begins with its own kind.
        return kind == Kind.EXTENSION ? name : kind.wireName() + " " + name;
    }
}
