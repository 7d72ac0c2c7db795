package io.precinct.configuration.compare;

import io.precinct.configuration.compare.diff.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison found out.
 *
 * @param equal whether every environment has the value, and all have the same; null if that cannot be told, because
 *     secrets are masked
 * @param kind {@code data} or {@code text}
 * @param base what the groups are held against; null if no environment has the value
 * @param groups largest first
 * @param differences of the groups other than that of the base
 * @param missing what some environments lack
 * @param masked secrets that are not compared
 * @param truncatedBy the limit that cut the answer, or null
 */
record Comparison(
        @Nullable Boolean equal,
        String kind,
        @Nullable Base base,
        List<Compared> environments,
        List<Group> groups,
        List<Difference> differences,
        List<Missing> missing,
        List<Masked> masked,
        @Nullable String truncatedBy) {
    Comparison {
        environments = List.copyOf(environments);
        groups = List.copyOf(groups);
        differences = List.copyOf(differences);
        missing = List.copyOf(missing);
        masked = List.copyOf(masked);
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
     * Environments that have the same value, as far as it is not masked.
     *
     * @param number from 1
     * @param digest null if there are secrets in the value: it would allow to guess them
     * @param value plain data or a text; parts of it if only what differs is asked for
     * @param shown whether the value is told
     */
    record Group(
            int number,
            @Nullable String digest,
            List<String> environments,
            @Nullable Object value,
            boolean shown) {}

    /**
     * How a group differs from the base.
     *
     * @param changes of data, or null
     * @param unified of text, or null
     * @param masked whether the texts may be equal: they differ in what is masked only
     */
    record Difference(
            int group,
            List<String> environments,
            @Nullable List<Change> changes,
            @Nullable String unified,
            boolean masked) {
        /** Whether there is a difference for certain. */
        boolean certain() {
            return changes == null ? !masked : changes.stream().anyMatch(change -> change.op() != Change.Op.MASKED);
        }
    }

    /**
     * Something that some environments lack.
     *
     * @param pointer to a member of the value; empty for the value itself
     */
    record Missing(String pointer, List<String> environments) {}

    /**
     * A secret that some environments do not show, so that it is not compared.
     *
     * @param pointer to a member of the value; empty for the value itself, or any part of a text
     */
    record Masked(String pointer, List<String> environments) {}
}
