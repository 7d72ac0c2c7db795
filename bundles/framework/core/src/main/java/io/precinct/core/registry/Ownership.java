package io.precinct.core.registry;

import io.precinct.core.api.plugin.Replacement;
import io.precinct.core.api.plugin.ReservedNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which bundle may have a name. A name belongs to the bundle that has it, in all its generations. Another
 * bundle takes the name only if an operator allows it. Names of the tail of every chain, of inspection and of
 * administration are never taken.
 */
final class Ownership {
    private static final String BOUNDARY = "boundary ";
    private static final String FORMATTER = "formatter ";
    /** The beginning of the labels of media types. */
    static final String MEDIA_TYPE = "media-type ";

    private static final String OF_FORMATTER = "_formatter";

    private Ownership() {}

    /**
     * A bundle that has names.
     *
     * @param bundle symbolic name
     * @param labels its names, each as {@code <kind> <name>}
     * @param families the families that it declares and whose members it has not registered yet
     * @param replaces the names that it took from others, each with the owner of the name; an empty text if unknown
     */
    record Holder(
            String bundle, String version, Set<String> labels, Set<String> families, Map<String, String> replaces) {
        boolean has(String label) {
            return labels.contains(label)
                    || (label.startsWith(BOUNDARY)
                            && families.stream().anyMatch(family -> label.startsWith(BOUNDARY + family + ".")));
        }

        private boolean hasOfFamily(String family) {
            String beginning = BOUNDARY + family + ".";
            return families.contains(family) || labels.stream().anyMatch(label -> label.startsWith(beginning));
        }

        @Override
        public String toString() {
            return bundle + " " + version;
        }
    }

    /**
     * The names that a bundle asks for.
     *
     * @param bundle symbolic name
     * @param labels the names it offers
     * @param replacing the names that it may take from others, with or without their kind
     */
    record Claim(String bundle, Set<String> labels, Set<String> replacing) {
        /** Whether an operator allows it to take this name. */
        private boolean mayTake(String label) {
            return replacing.contains(label)
                    || replacing.contains(label.substring(label.indexOf(' ') + 1))
                    || formatterOf(label) != null && mayTake(String.valueOf(formatterOf(label)));
        }

        /** The formatter that a boundary belongs to, or null: a formatter and its boundary are taken together. */
        private @Nullable String formatterOf(String label) {
            if (!label.startsWith(BOUNDARY) || !label.endsWith(OF_FORMATTER)) {
                return null;
            }
            String formatter = FORMATTER + label.substring(BOUNDARY.length(), label.length() - OF_FORMATTER.length());
            return labels.contains(formatter) ? formatter : null;
        }
    }

    /**
     * The decision on a claim.
     *
     * @param taken the names that belong to others and may be taken, with their owners
     * @param granted symbolic name of the owner by label: the names in {@code taken} and, with an empty text, names
     *     that the bundle may take although no bundle has them yet
     * @param problems a sentence for each name that it may not take
     */
    record Verdict(List<Replacement> taken, Map<String, String> granted, List<String> problems) {}

    /** Decides on a claim, given all bundles that have names, including other generations of the same bundle. */
    static Verdict judge(Claim claim, List<Holder> holders) {
        var taken = new ArrayList<Replacement>();
        var granted = new LinkedHashMap<String, String>();
        var problems = new ArrayList<String>();
        for (String label : claim.labels()) {
            Holder owner = owner(label, claim.bundle(), holders);
            if (owner == null) {
                if (claim.mayTake(label)) {
                    granted.put(label, "");
                }
            } else if (ReservedNames.contains(label)) {
                problems.add("the name " + label + " belongs to " + owner
                        + " and to the tail of every chain, to inspection or to administration: no other bundle takes"
                        + " it, not even with --replace; give yours another name");
            } else if (claim.mayTake(label) || label.startsWith(MEDIA_TYPE) && takesAFormatterOf(owner, taken)) {
                taken.add(new Replacement(label, owner.bundle(), owner.version()));
                granted.put(label, owner.bundle());
            } else {
                problems.add(
                        "the name " + label + " belongs to " + owner + "; give yours another name, or say --replace "
                                + label.substring(label.indexOf(' ') + 1)
                                + " (deploy.replaces in service.yml) where it is meant to serve instead");
            }
        }
        return new Verdict(List.copyOf(taken), Map.copyOf(granted), List.copyOf(problems));
    }

    /** Whether a formatter of this bundle is already taken. Its media types are taken with it. */
    private static boolean takesAFormatterOf(Holder owner, List<Replacement> taken) {
        return taken.stream()
                .anyMatch(one -> one.name().startsWith(FORMATTER) && one.owner().equals(owner.bundle()));
    }

    private static @Nullable Holder owner(String label, String claimant, List<Holder> holders) {
        String family = ReservedNames.familyOf(label);
        if (ReservedNames.isFamily(family)) {
            boolean own = holders.stream().anyMatch(one -> one.bundle().equals(claimant) && one.hasOfFamily(family));
            return own ? other(label, claimant, holders) : ofFamily(family, claimant, holders);
        }
        return other(label, claimant, holders);
    }

    private static @Nullable Holder ofFamily(String family, String claimant, List<Holder> holders) {
        return holders.stream()
                .filter(one -> !one.bundle().equals(claimant) && one.hasOfFamily(family))
                .findFirst()
                .orElse(null);
    }

    /**
     * The other bundle that has a name, or null. A bundle that took the name comes before the owner of the name. For
     * the owner, the name is free, because it still belongs to the owner.
     */
    private static @Nullable Holder other(String label, String claimant, List<Holder> holders) {
        List<Holder> others = holders.stream()
                .filter(one -> !one.bundle().equals(claimant)
                        && one.has(label)
                        && !claimant.equals(one.replaces().get(label)))
                .toList();
        boolean isOwner =
                holders.stream().anyMatch(one -> claimant.equals(one.replaces().get(label)));
        if (others.isEmpty() || isOwner) {
            return null;
        }
        return others.stream()
                .filter(one -> one.replaces().containsKey(label))
                .findFirst()
                .orElse(others.getFirst());
    }
}
