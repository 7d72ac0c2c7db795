package io.precinct.configuration.compare;

import io.precinct.configuration.compare.diff.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison found out.
 *
 * @param equal whether every environment has the value, and all have the same
 * @param kind {@code data} or {@code text}
 * @param base what the groups are held against; null if no environment has the value
 * @param groups largest first
 * @param differences of the groups other than that of the base
 * @param missing what some environments lack
 * @param truncatedBy the limit that cut the answer, or null
 */
record Comparison(
        boolean equal,
        String kind,
        @Nullable Base base,
        List<Compared> environments,
        List<Group> groups,
        List<Difference> differences,
        List<Missing> missing,
        @Nullable String truncatedBy) {
    Comparison {
        environments = List.copyOf(environments);
        groups = List.copyOf(groups);
        differences = List.copyOf(differences);
        missing = List.copyOf(missing);
    }

    /**
     * What the groups are held against.
     *
     * @param environment its name
     * @param group the number of its group; null if it does not have the value
     * @param chosen {@code request} or {@code largest_group}
     */
    record Base(String environment, @Nullable Integer group, String chosen) {}

    /**
     * An environment.
     *
     * @param group the number of its group, or null
     */
    record Compared(
            Environment environment,
            Finding finding,
            @Nullable Integer group) {}

    /**
     * Environments that have the same value.
     *
     * @param number from 1
     * @param value plain data or a text; parts of it if only what differs is asked for
     * @param shown whether the value is told
     */
    record Group(
            int number,
            String digest,
            List<String> environments,
            @Nullable Object value,
            boolean shown) {}

    /**
     * How a group differs from the base.
     *
     * @param changes of data, or null
     * @param unified of text, or null
     */
    record Difference(
            int group,
            List<String> environments,
            @Nullable List<Change> changes,
            @Nullable String unified) {}

    /**
     * Something that some environments lack.
     *
     * @param pointer to a member of the value; empty for the value itself
     */
    record Missing(String pointer, List<String> environments) {}
}
