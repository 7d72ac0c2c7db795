package io.precinct.core.registry;

import org.jspecify.annotations.Nullable;

/**
 * A plug-in that a bundle has registered, admitted or not.
 *
 * @param kind what it is
 * @param name by which it is found
 * @param service the registered service; of a family member the family
 * @param plugin what the snapshot holds of it, short of its generation; null where it cannot be admitted
 * @param problem why it cannot be admitted, or null
 */
record Candidate(
        Kind kind,
        String name,
        Object service,
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
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Whether its name belongs to one bundle; of health checks and keys any bundle has its own. */
    boolean owned() {
        return kind != Kind.HEALTH && kind != Kind.KEYS;
    }

    /** {@code <kind> <name>}. */
    String label() {
        // The name of an extension begins with its own kind.
        return kind == Kind.EXTENSION ? name : kind.wireName() + " " + name;
    }
}
