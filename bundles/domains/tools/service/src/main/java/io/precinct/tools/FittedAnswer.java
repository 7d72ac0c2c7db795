package io.precinct.tools;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fits the answer of an operation into the budget of a call.
 *
 * @param operation the called operation
 * @param options the options and arguments of the call
 */
record FittedAnswer(ToolOperation operation, CallOptions options) {
    static final String ITEMS = "items";
    static final String START = "start";
    static final String END = "end";

    /** How often a page is asked for again with fewer items. */
    private static final int MOST_PAGES = 3;

    /** An answer that takes longer is not asked for again, since the request that contains the call has a deadline. */
    private static final Duration QUICK = Duration.ofSeconds(3);

    /** Tokens of the budget that are left for the note, unless the budget is small. */
    private static final int NOTE = 300;

    /** Asks the route again. */
    interface Again {
        /** Returns the answer for these arguments. */
        ToolAnswer with(Map<String, @Nullable Object> arguments);
    }

    /**
     * Returns an answer that fits. A page of a list is asked for again, with as many items as fit, so that its cursor
     * goes on where the answer ends.
     *
     * @param took the time that the answer took
     */
    ToolAnswer of(ToolAnswer answer, Duration took, Again again) {
        if (Fitting.fits(answer.data(), options.budget())) {
            return isPartial(answer)
                    ? answer.noted(new CutNote(this, answer, answer).text(answer.data(), List.of()))
                    : answer;
        }
        ToolAnswer page = answer;
        var fitting = new Fitting();
        Object fitted = fitting.fit(page.data(), room());
        Arguments arguments = operation.arguments();
        boolean pages = answer.succeeded()
                && took.compareTo(QUICK) < 0
                && arguments.queries(ToolOperation.LIMIT)
                && arguments.queries(ToolOperation.CURSOR);
        for (int i = 0; pages && i < MOST_PAGES && fitting.hasCut(ITEMS) && items(fitted) > 0; i++) {
            ToolAnswer fewer = again.with(with(ToolOperation.LIMIT, items(fitted)));
            if (!fewer.succeeded()) {
                break;
            }
            page = fewer;
            fitting = new Fitting();
            fitted = fitting.fit(page.data(), room());
        }
        String note = new CutNote(this, answer, page).text(fitted, fitting.cuts());
        return new ToolAnswer(page.status(), fitted, null, note);
    }

    /** Whether the route has answered only the first elements of a list that does not say so itself. */
    boolean isPartial(ToolAnswer answer) {
        return answer.total() != null
                && answer.data() instanceof List<?> list
                && !options.arguments().containsKey(END)
                && number(START, 0) + list.size() < answer.total();
    }

    /** Returns the whole number that an argument is, or the usual one. */
    int number(String argument, int usual) {
        Object given = GivenValues.body(options.arguments().get(argument));
        if (given instanceof Integer number) {
            return number;
        }
        try {
            return given instanceof String text ? Integer.parseInt(text.strip()) : usual;
        } catch (NumberFormatException e) {
            return usual; // the route would have refused it
        }
    }

    private int room() {
        return options.budget() - Math.min(NOTE, options.budget() / 4);
    }

    /** Returns the number of items of a page, or 0 if it is no page. */
    static int items(@Nullable Object data) {
        return data instanceof Map<?, ?> object && object.get(ITEMS) instanceof List<?> items ? items.size() : 0;
    }

    /** Returns the arguments of the call with another value of one of them. */
    Map<String, @Nullable Object> with(String argument, @Nullable Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(options.arguments());
        changed.put(argument, value);
        return changed;
    }
}
