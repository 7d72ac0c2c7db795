package io.precinct.graph.markdown;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives things that stand in a row different names. A name that is written counts as it is, for the first that has it. The
 * others have names that are derived from what they are: the first of its kind the plain one, unless it is taken, and
 * each further one the next that is free.
 */
public final class UniqueNames {
    private UniqueNames() {}

    /** A derived name. */
    @FunctionalInterface
    public interface Derived {
        /**
         * The name of a thing.
         *
         * @param kind what it is
         * @param rank 0 for the plain name; every rank gives another name
         */
        String name(String kind, int rank);
    }

    /**
     * The names of things, in their order.
     *
     * @param kinds what they are
     * @param written their written names; null for those that have none
     */
    public static List<String> of(List<String> kinds, List<@Nullable String> written, Derived derived) {
        Set<String> taken = new HashSet<>();
        var names = new ArrayList<String>(kinds.size());
        for (String name : written) {
            names.add(name != null && taken.add(name) ? name : "");
        }
        Map<String, Integer> ranks = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            String kind = kinds.get(i);
            if (names.get(i).isEmpty() && ranks.putIfAbsent(kind, 1) == null) {
                String plain = derived.name(kind, 0);
                names.set(i, taken.add(plain) ? plain : "");
            }
        }
        for (int i = 0; i < names.size(); i++) {
            while (names.get(i).isEmpty()) {
                String name = derived.name(kinds.get(i), ranks.merge(kinds.get(i), 1, Integer::sum) - 1);
                names.set(i, taken.add(name) ? name : "");
            }
        }
        return names;
    }

    /**
     * What has to be written so that each thing has the name that it is meant to have.
     *
     * @param names that they are meant to have, all different; null for a thing that may have any
     * @return the written names afterwards; {@code written} itself if nothing has to be
     */
    public static List<@Nullable String> keeping(
            List<? extends @Nullable String> names,
            List<String> kinds,
            List<@Nullable String> written,
            Derived derived) {
        List<@Nullable String> after = written;
        // What is written no longer counts among the others of its kind, which may change their derived names in turn.
        while (true) {
            List<String> now = of(kinds, after, derived);
            var next = new ArrayList<@Nullable String>(after);
            boolean changed = false;
            for (int i = 0; i < now.size(); i++) {
                String name = names.get(i);
                if (name != null && !name.equals(now.get(i))) {
                    next.set(i, name);
                    changed = true;
                }
            }
            if (!changed) {
                return after;
            }
            after = next;
        }
    }
}
