package io.precinct.tools;

import io.precinct.tools.BadArguments.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options that every operation has beside the arguments of its route, which win if they have the same names.
 *
 * @param budget the most tokens of the answer
 * @param full whether a change is answered in full
 * @param arguments the other arguments
 */
record CallOptions(int budget, boolean full, Map<String, @Nullable Object> arguments) {
    static final String BUDGET = "budget";
    static final String FULL = "full";

    static final int USUAL_BUDGET = 10_000;
    static final int LEAST_BUDGET = 200;
    static final int LARGEST_BUDGET = 200_000;

    /** Reads the options of a call; faults are added to a list. */
    static CallOptions of(ToolOperation operation, Map<String, @Nullable Object> given, List<Fault> faults) {
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(given);
        int budget = USUAL_BUDGET;
        boolean ofRoute = operation.arguments().byName().containsKey(BUDGET);
        if (given.containsKey(BUDGET)) {
            if (ofRoute) {
                Integer number = wholeNumber(given.get(BUDGET));
                budget = number == null ? budget : Math.clamp(number, budget, LARGEST_BUDGET);
            } else {
                rest.remove(BUDGET);
                budget = budget(given, faults);
            }
        }
        boolean full = false;
        if (names(operation).contains(FULL) && rest.containsKey(FULL)) {
            if (rest.remove(FULL) instanceof Boolean wanted) {
                full = wanted;
            } else {
                faults.add(new Fault(FULL, "type", FULL + " is true or false"));
            }
        }
        return new CallOptions(budget, full, rest);
    }

    /** Returns the budget that a call gives, or the usual one; a fault is added to a list. */
    static int budget(Map<String, @Nullable Object> given, List<Fault> faults) {
        if (!given.containsKey(BUDGET)) {
            return USUAL_BUDGET;
        }
        Integer number = wholeNumber(given.get(BUDGET));
        if (number == null || number < LEAST_BUDGET || number > LARGEST_BUDGET) {
            faults.add(new Fault(
                    BUDGET,
                    "value",
                    BUDGET + " is a whole number of tokens from " + LEAST_BUDGET + " to " + LARGEST_BUDGET));
            return USUAL_BUDGET;
        }
        return number;
    }

    /** Returns the names of the options that an operation has beside the arguments of its route. */
    static List<String> names(ToolOperation operation) {
        List<String> names = new ArrayList<>(operation.isChange() ? List.of(BUDGET, FULL) : List.of(BUDGET));
        names.removeAll(operation.arguments().byName().keySet());
        return names;
    }

    private static @Nullable Integer wholeNumber(@Nullable Object value) {
        return GivenValues.body(value) instanceof Integer number ? number : null;
    }
}
