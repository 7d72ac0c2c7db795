package io.precinct.tools;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.tools.Fitting.Cut;
import io.precinct.tools.api.ToolDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says what is missing from a cut answer, and which call goes on where it ends.
 *
 * @param call the call
 * @param whole its answer before it was cut
 * @param page the answer that was cut: the same, or one with fewer items
 */
record CutNote(FittedAnswer call, ToolAnswer whole, ToolAnswer page) {
    private static final String NEXT_CURSOR = "next_cursor";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String REF = "ref";

    /** Arguments that do not make an answer shorter. */
    private static final List<String> NOT_NARROWER = List.of(ToolOperation.CURSOR, "sort", REF, "position_encoding");

    private static final int MOST_CUTS = 5;

    /** Returns the sentences for an answer of which {@code fitted} is left. */
    String text(@Nullable Object fitted, List<Cut> cuts) {
        var text = new StringBuilder();
        int tokens = Fitting.tokens(whole.data());
        int budget = call.options().budget();
        if (tokens > budget || page != whole) {
            text.append("Cut to ")
                    .append(budget)
                    .append(" of about ")
                    .append(tokens)
                    .append(" tokens");
            if (page != whole) {
                text.append(", ")
                        .append(FittedAnswer.items(page.data()))
                        .append(" of ")
                        .append(FittedAnswer.items(whole.data()))
                        .append(" items");
            }
            cuts.stream().limit(MOST_CUTS).forEach(cut -> text.append(", ").append(cut));
            text.append(cuts.size() > MOST_CUTS ? ", and more." : ".");
        }
        if (call.isPartial(whole)) {
            text.append(text.isEmpty() ? "" : " ")
                    .append("There are ")
                    .append(whole.total())
                    .append(" in all.");
        }
        if (whole.note() != null) {
            text.append(text.isEmpty() ? "" : " ").append(whole.note());
        }
        if (call.operation().isChange()) {
            return text.append(
                            whole.succeeded() && whole.note() == null
                                    ? " The change is made: do not repeat the call."
                                    : "")
                    .toString();
        }
        return whole.succeeded() ? text.append(advice(fitted, cuts, tokens)).toString() : text.toString();
    }

    private String advice(@Nullable Object fitted, List<Cut> cuts, int tokens) {
        var advice = new StringBuilder();
        Map<String, @Nullable Object> next = next(fitted, cuts);
        if (next != null) {
            advice.append(" It goes on with ").append(written(next)).append('.');
        }
        if (!cuts.isEmpty() && whole.note() == null) {
            int enough = tokens + tokens / 10; // the estimate of a later answer may be a little higher
            advice.append(
                    enough <= CallOptions.LARGEST_BUDGET
                            ? " All of it: " + written(call.with(CallOptions.BUDGET, enough)) + "."
                            : " All of it is more than any budget: ask for less.");
        }
        List<String> unused = call.operation().arguments().byName().values().stream()
                .filter(argument -> argument.place() == Argument.Place.QUERY && !argument.required())
                .map(Argument::name)
                .filter(name -> !call.options().arguments().containsKey(name) && !NOT_NARROWER.contains(name))
                .toList();
        return unused.isEmpty() || cuts.isEmpty() && page == whole
                ? advice.toString()
                : advice + " These make it shorter: " + String.join(", ", unused) + ".";
    }

    private String written(Map<String, @Nullable Object> arguments) {
        Map<String, @Nullable Object> written = new LinkedHashMap<>();
        written.put(ToolDescription.OPERATION, call.operation().name());
        written.putAll(arguments);
        if (call.options().budget() != CallOptions.USUAL_BUDGET) {
            written.putIfAbsent(CallOptions.BUDGET, call.options().budget());
        }
        return Json.compact(Data.freezeMap(written));
    }

    /** Returns the arguments of the call that goes on, or null if no argument of the route moves the beginning. */
    private @Nullable Map<String, @Nullable Object> next(@Nullable Object fitted, List<Cut> cuts) {
        int items = FittedAnswer.items(fitted);
        if (items < FittedAnswer.items(page.data())) {
            // The cursor of this page would skip what was cut, so the page is asked for again.
            return items > 0 ? call.with(ToolOperation.LIMIT, items) : null;
        }
        if (page.data() instanceof Map<?, ?> object && object.get(NEXT_CURSOR) instanceof String cursor) {
            return call.with(ToolOperation.CURSOR, cursor);
        }
        Arguments arguments = call.operation().arguments();
        if (arguments.ranges(FROM, TO)) {
            return cuts.stream()
                    .map(cut -> lines(fitted, cut))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        boolean ranges = arguments.ranges(FittedAnswer.START, FittedAnswer.END);
        if (ranges && fitted instanceof List<?> kept && page.data() instanceof List<?> all) {
            return kept.size() < all.size() || call.isPartial(page)
                    ? call.with(FittedAnswer.START, call.number(FittedAnswer.START, 0) + kept.size())
                    : null;
        }
        return null;
    }

    /** Returns the call for the lines behind those that are left; null if this cut is not one of lines. */
    private @Nullable Map<String, @Nullable Object> lines(@Nullable Object fitted, Cut cut) {
        Integer next = switch (cut.unit()) {
            case "lines" -> cut.depth() <= 1 ? call.number(FROM, 1) + cut.kept() : null;
            case "elements" -> after(lastLine(fitted, cut.at()));
            default -> null;
        };
        if (next == null) {
            return null;
        }
        Map<String, @Nullable Object> further = call.with(FROM, next);
        // Further lines are those of the same state, whatever is fetched in between.
        if (page.data() instanceof Map<?, ?> object
                && object.get("commit") instanceof String commit
                && call.operation().arguments().queries(REF)) {
            further.put(REF, commit);
        }
        return further;
    }

    private static @Nullable Integer after(@Nullable Integer line) {
        return line == null ? null : line + 1;
    }

    /** Returns the last line that the kept elements of a list tell of, or null. */
    private static @Nullable Integer lastLine(@Nullable Object fitted, String at) {
        Object list = fitted instanceof Map<?, ?> object && !at.isEmpty() ? object.get(at.substring(1)) : fitted;
        if (!(list instanceof List<?> elements)
                || elements.isEmpty()
                || !(elements.getLast() instanceof Map<?, ?> last)) {
            return null;
        }
        for (String name : List.of(TO, "line")) {
            if (last.get(name) instanceof Integer line) {
                return line;
            }
        }
        return null;
    }
}
