package io.precinct.graph.markdown;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives the elements of a list different names. A written name is used as it is, by the first element that has it. The
 * other elements get names derived from their kind: the first element of a kind gets the plain name unless it is taken,
 * and each further element gets the next free name.
 */
public final class UniqueNames {
    private UniqueNames() {}

    /** Derives names. */
    @FunctionalInterface
    public interface Derived {
        /**
         * Returns a name.
         *
         * @param kind the kind of the element
         * @param rank 0 for the plain name; every rank gives another name
         */
        String name(String kind, int rank);
    }

    /**
     * Returns the names of all elements, in order.
     *
     * @param kinds the kinds of the elements
     * @param written the written names; null for elements that have none
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
     * Returns the names to write so that each element has its wanted name.
     *
     * @param names the wanted names, all different; null for an element that may have any name
     * @return the new written names; {@code written} itself if nothing has to be written
     */
    public static List<@Nullable String> keeping(
            List<? extends @Nullable String> names,
            List<String> kinds,
            List<@Nullable String> written,
            Derived derived) {
        List<@Nullable String> after = written;
        // an element with a written name no longer counts for its kind, which may change other derived names
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
