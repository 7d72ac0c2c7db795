package io.precinct.core.api.plugin;

import java.util.Set;

/**
 * Names that no bundle may take from their owner, even with an operator's consent: otherwise answers could not be
 * trusted, or nobody could see and fix that.
 *
 * @since 1.2
 */
public final class ReservedNames {
    /** Boundaries of the tail of every chain, and its gate. */
    private static final Set<String> TAIL = Set.of("enforce_denials", "verify_route", "trace_emit", "format", "seal");

    /** Families for monitoring and administering a service. */
    private static final Set<String> ADMINISTRATION = Set.of("inspect", "operations", "database");

    private static final String BOUNDARY = "boundary ";

    private ReservedNames() {}

    /**
     * True for a name of the tail, of inspection or of administration.
     *
     * @param name {@code <kind> <name>}, as in {@link Admission.Offer#names}
     */
    public static boolean contains(String name) {
        return name.startsWith(BOUNDARY)
                && (TAIL.contains(name.substring(BOUNDARY.length())) || isFamily(familyOf(name)));
    }

    /** True for the name of a family whose every member is reserved, including members that it does not have. */
    public static boolean isFamily(String family) {
        return ADMINISTRATION.contains(family);
    }

    /**
     * The family that a name belongs to, or an empty text.
     *
     * @param name {@code <kind> <name>}
     */
    public static String familyOf(String name) {
        int dot = name.startsWith(BOUNDARY) ? name.indexOf('.') : -1;
        return dot < 0 ? "" : name.substring(BOUNDARY.length(), dot);
    }
}
