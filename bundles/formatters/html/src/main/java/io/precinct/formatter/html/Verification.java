package io.precinct.formatter.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of scenarios.
 *
 * @param all all results in their order
 */
public record Verification(List<Result> all) {
    /**
     * The result of one scenario.
     *
     * @param description empty for none
     */
    public record Result(String name, boolean passed, String description, List<Failure> failures) {}

    /**
     * A failure to match.
     *
     * @param text the whole text of the failure
     * @param field the field; null if the text cannot be split unambiguously
     */
    public record Failure(
            String text,
            @Nullable String field,
            @Nullable String expected,
            @Nullable String got) {
        private static final String EXPECTED = ": expected ";
        private static final String GOT = ", got ";

        /** Splits {@code <field>: expected <value>, got <value>} if that is unambiguous. */
        static Failure of(String text) {
            int expected = text.indexOf(EXPECTED);
            int got = text.lastIndexOf(GOT);
            return expected > 0 && got > expected && text.indexOf(GOT) == got
                    ? new Failure(
                            text,
                            text.substring(0, expected),
                            text.substring(expected + EXPECTED.length(), got),
                            text.substring(got + GOT.length()))
                    : new Failure(text, null, null, null);
        }
    }

    /** The value as results, or null if it is none. */
    static @Nullable Verification of(@Nullable Object value) {
        if (!(value instanceof List<?> list) || !LenientFields.mapsNamed(value, "name")) {
            return null;
        }
        List<Result> results = new ArrayList<>(list.size());
        for (Object element : list) {
            Map<String, @Nullable Object> entry = LenientFields.map(element);
            if (entry == null || !(entry.get("passed") instanceof Boolean passed)) {
                return null;
            }
            results.add(new Result(
                    LenientFields.text(entry, "name"),
                    passed,
                    LenientFields.text(entry, "description"),
                    LenientFields.list(entry, "failures").stream()
                            .map(failure -> Failure.of(String.valueOf(failure)))
                            .toList()));
        }
        return new Verification(results);
    }

    /** The number of results that passed. */
    public int passed() {
        return (int) all.stream().filter(Result::passed).count();
    }

    /** The number of results that failed. */
    public int failed() {
        return all.size() - passed();
    }
}
