package io.precinct.tools;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.tools.Fitting.Cut;
import io.precinct.tools.api.ToolDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Fits the answer of an operation into the budget of a call, and names the call that goes on where it was cut.
 *
 * @param operation the called operation
 * @param options the options and arguments of the call
 */
record FittedAnswer(ToolOperation operation, CallOptions options) {
    private static final String ITEMS = "items";
    private static final String NEXT_CURSOR = "next_cursor";

    /** How often a page is asked for again with fewer items. */
    private static final int MOST_PAGES = 3;

    /** Asks the route again. */
    interface Again {
        /** Returns the answer for these arguments. */
        ToolAnswer with(Map<String, @Nullable Object> arguments);
    }

    /** Returns an answer that fits. A page of a list is asked for again, with as many items as fit. */
    ToolAnswer of(ToolAnswer answer, Again again) {
        ToolAnswer page = answer;
        var fitting = new Fitting();
        Object fitted = fitting.fit(page.data(), options.budget());
        Arguments arguments = operation.arguments();
        boolean pages = arguments.queries(ToolOperation.LIMIT) && arguments.queries(ToolOperation.CURSOR);
        for (int i = 0; pages && i < MOST_PAGES && lacksItems(fitting); i++) {
            ToolAnswer fewer = again.with(with(ToolOperation.LIMIT, items(fitted)));
            if (!fewer.succeeded()) {
                break;
            }
            page = fewer;
            fitting = new Fitting();
            fitted = fitting.fit(page.data(), options.budget());
        }
        boolean complete = page == answer && fitting.cuts().isEmpty();
        return complete ? answer : new ToolAnswer(page.status(), fitted, note(answer, page, fitted, fitting.cuts()));
    }

    private static boolean lacksItems(Fitting fitting) {
        return fitting.cuts().stream().anyMatch(cut -> cut.at().equals("/" + ITEMS) && cut.kept() > 0);
    }

    private static int items(@Nullable Object data) {
        return data instanceof Map<?, ?> object && object.get(ITEMS) instanceof List<?> items ? items.size() : 0;
    }

    private Map<String, @Nullable Object> with(String argument, @Nullable Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(options.arguments());
        changed.put(argument, value);
        return changed;
    }

    private String note(ToolAnswer whole, ToolAnswer page, @Nullable Object fitted, List<Cut> cuts) {
        int tokens = Fitting.tokens(whole.data());
        var note = new StringBuilder("Cut to " + options.budget() + " of about " + tokens + " tokens");
        int all = items(whole.data());
        if (page != whole) {
            note.append(", ")
                    .append(items(page.data()))
                    .append(" of ")
                    .append(all)
                    .append(" items");
        }
        if (!cuts.isEmpty()) {
            note.append(", ").append(cuts.stream().map(Cut::toString).collect(Collectors.joining(", ")));
        }
        note.append('.');
        if (whole.note() != null) {
            note.append(' ').append(whole.note());
        }
        Map<String, @Nullable Object> next = next(page, fitted, cuts);
        if (next != null) {
            note.append(" It goes on with ").append(call(next)).append('.');
        }
        if (operation.isChange()) {
            return note.append(" The change is made: do not repeat the call.").toString();
        }
        if (!cuts.isEmpty()) {
            // an estimate of a part may exceed that of the whole by a little
            int enough = tokens + tokens / 10;
            note.append(
                    enough <= CallOptions.LARGEST_BUDGET
                            ? " All of it: " + call(with(CallOptions.BUDGET, enough)) + "."
                            : " All of it is more than any budget: ask for less.");
        }
        return note.append(narrower()).toString();
    }

    private String call(Map<String, @Nullable Object> arguments) {
        Map<String, @Nullable Object> call = new LinkedHashMap<>();
        call.put(ToolDescription.OPERATION, operation.name());
        call.putAll(arguments);
        return Json.compact(Data.freezeMap(call));
    }

    /** Returns the arguments of the call that goes on, or null if no argument of the route moves the beginning. */
    private @Nullable Map<String, @Nullable Object> next(ToolAnswer page, @Nullable Object fitted, List<Cut> cuts) {
        if (page.data() instanceof Map<?, ?> object && object.get(NEXT_CURSOR) instanceof String cursor) {
            return with(ToolOperation.CURSOR, cursor);
        }
        if (cuts.size() != 1) {
            return null;
        }
        Cut cut = cuts.getFirst();
        Arguments arguments = operation.arguments();
        if (cut.unit().equals("lines") && arguments.ranges("from", "to")) {
            return with("from", first("from", 1) + cut.kept());
        }
        if (cut.unit().equals("elements") && arguments.ranges("from", "to")) {
            return lastLine(fitted, cut.at()) instanceof Integer line ? with("from", line + 1) : null;
        }
        if (cut.unit().equals("elements") && cut.at().isEmpty() && arguments.ranges("start", "end")) {
            return with("start", first("start", 0) + cut.kept());
        }
        return null;
    }

    private int first(String argument, int usual) {
        return GivenValues.body(options.arguments().get(argument)) instanceof Integer number ? number : usual;
    }

    /** Returns the last line that the kept elements of a list tell of, or null. */
    private static @Nullable Integer lastLine(@Nullable Object fitted, String at) {
        Object list = fitted instanceof Map<?, ?> object && !at.isEmpty() ? object.get(at.substring(1)) : fitted;
        if (!(list instanceof List<?> elements)
                || elements.isEmpty()
                || !(elements.getLast() instanceof Map<?, ?> last)) {
            return null;
        }
        for (String name : List.of("to", "line")) {
            if (last.get(name) instanceof Integer line) {
                return line;
            }
        }
        return null;
    }

    /** Returns the optional arguments of the query that the call did not use, which may narrow the answer. */
    private String narrower() {
        List<String> unused = operation.arguments().byName().values().stream()
                .filter(argument -> argument.place() == Argument.Place.QUERY && !argument.required())
                .map(Argument::name)
                .filter(name -> !options.arguments().containsKey(name)
                        && !List.of(ToolOperation.CURSOR, "envelope", "sort").contains(name))
                .toList();
        return unused.isEmpty() ? "" : " These make it shorter: " + String.join(", ", unused) + ".";
    }
}
