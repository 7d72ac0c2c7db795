package io.precinct.formatter.html;

import io.precinct.api.format.Formatter.Target;
import io.precinct.common.html.Page;
import io.precinct.common.html.PageWriter;
import io.precinct.common.html.StyleSheet;
import io.precinct.formatter.html.templates.JtedocumentGenerated;
import io.precinct.formatter.html.templates.JtesummaryGenerated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A payload as its page shows it: request and status on top, then the payload with a card for each member that has
 * members itself, then verification, trace and seal. Immutable.
 *
 * @param target the shown payload and its request
 * @param members members of the payload; null if it is not a map
 * @param verification the verification; null for none
 * @param trace the trace; null for none
 * @param seal the seal; null for none
 */
public record HtmlDocument(
        Target target,
        @Nullable Map<String, @Nullable Object> members,
        @Nullable Verification verification,
        @Nullable Waterfall trace,
        @Nullable SealFacts seal) {
    static final StyleSheet STYLE = StyleSheet.load(HtmlDocument.class, "page.css", "form-action 'none'");

    /**
     * Number of characters after which no further part of the payload is begun, because browsers are slow with more.
     */
    static final int BUDGET = 4 << 20;

    /** Characters shown of one string. */
    static final int LONGEST_TEXT = 100_000;

    /**
     * A card of the payload.
     *
     * @param heading null for a table of members
     * @param members members of the table
     * @param value the value below the heading
     * @param scenarios the value, if it is a list of results
     */
    public record Part(
            @Nullable String heading,
            Map<String, @Nullable Object> members,
            @Nullable Object value,
            @Nullable Verification scenarios) {
        /** The number of elements if the value is a list, else -1. */
        public int count() {
            return value instanceof List<?> list ? list.size() : -1;
        }
    }

    /** A page of this payload, in UTF-8. */
    static byte[] of(Target target) {
        Map<String, @Nullable Object> members = LenientFields.map(target.payload());
        HtmlDocument document = members == null
                ? new HtmlDocument(target, null, null, null, null)
                : new HtmlDocument(
                        target,
                        members,
                        Verification.of(members.get("_verify")),
                        Waterfall.of(members.get("_trace")),
                        SealFacts.of(members.get("_seal")));
        var writer = new PageWriter(BUDGET, LONGEST_TEXT);
        new Page(STYLE, document.title(), true, null, page -> JtesummaryGenerated.render(writer, null, document))
                .write(writer, page -> JtedocumentGenerated.render(writer, null, writer, document));
        return writer.bytes();
    }

    private String title() {
        String path = target.path();
        String error = error();
        if (error != null) {
            return status() + " " + error + " · " + path;
        }
        return route() == null ? path : route() + " · " + path;
    }

    /** The text of a failure, or null. */
    private @Nullable String error() {
        return failed() && members != null && members.get("error") instanceof String text ? text : null;
    }

    /** Whether this is the answer to a request that failed. */
    public boolean failed() {
        return status() >= 400;
    }

    /** The headline of a failure. */
    public String heading() {
        String error = error();
        return error == null ? "The request failed" : error;
    }

    /** The status of the answer. */
    public int status() {
        return target.status();
    }

    /** The path of the request. */
    public String path() {
        return target.path();
    }

    /** The name of the route, or null. */
    public @Nullable String route() {
        return target.route();
    }

    /** The whole payload. */
    public @Nullable Object payload() {
        return target.payload();
    }

    /** The cards in the order of the members; neighbouring members that are no tables or lists share a card. */
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        var plain = new LinkedHashMap<String, @Nullable Object>();
        if (members != null) {
            members.forEach((key, value) -> {
                if (isShownApart(key)) {
                    return;
                }
                if (!isNested(value)) {
                    plain.put(key, value);
                    return;
                }
                table(parts, plain);
                parts.add(new Part(key, Map.of(), value, key.equals("scenarios") ? Verification.of(value) : null));
            });
        }
        table(parts, plain);
        return parts;
    }

    private static void table(List<Part> parts, Map<String, @Nullable Object> plain) {
        if (!plain.isEmpty()) {
            parts.add(new Part(null, new LinkedHashMap<String, @Nullable Object>(plain), null, null));
            plain.clear();
        }
    }

    private boolean isShownApart(String key) {
        return switch (key) {
            case "error" -> error() != null;
            case "_verify" -> verification != null;
            case "_trace" -> trace != null;
            case "_seal" -> seal != null;
            default -> false;
        };
    }

    private static boolean isNested(@Nullable Object value) {
        return value instanceof Map<?, ?> map && !map.isEmpty() || value instanceof List<?> list && !list.isEmpty();
    }
}
