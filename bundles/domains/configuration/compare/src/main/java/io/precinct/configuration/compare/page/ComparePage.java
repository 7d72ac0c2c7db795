package io.precinct.configuration.compare.page;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Json;
import io.precinct.common.html.HtmlBuilder;
import io.precinct.common.html.StyleSheet;
import io.precinct.common.uri.PercentCoding;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A comparison as a page without scripts: first what differs, side by side with the base, then what is missing, the
 * environments, and the values themselves. Made from the JSON payload.
 */
public final class ComparePage {
    private static final StyleSheet STYLE =
            StyleSheet.load(ComparePage.class, "compare.css", "form-action 'none'; frame-ancestors 'none'");

    private static final String COLUMNS = "<path d='M5 4h5v16H5zM14 4h5v16h-5z'/>";

    /** Characters after which no further difference or value is begun: browsers are slow with more. */
    private static final int BUDGET = 4 << 20;

    private static final int LONGEST_TEXT = 100_000;
    private static final int SHORT_COMMIT = 12;

    private final HtmlBuilder html = new HtmlBuilder(BUDGET, LONGEST_TEXT);
    private final Map<String, @Nullable Object> payload;

    private ComparePage(Map<String, @Nullable Object> payload) {
        this.payload = payload;
    }

    /** The answer with the page. */
    public static Reply of(Map<String, @Nullable Object> payload) {
        byte[] page = new ComparePage(payload).write();
        return Reply.of(200, Body.bytes("text/html; charset=utf-8", page))
                .header("Content-Security-Policy", STYLE.policy())
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Vary", "Accept");
    }

    private byte[] write() {
        html.head(STYLE, COLUMNS, false, head -> head.text("Comparison").tag(" · Precinct"))
                .tag("<body><a class=\"skip\" href=\"#main\">Skip to content</a><header class=\"top\">")
                .tag("<nav aria-label=\"Place\"><ol class=\"crumbs\"><li><a href=\"/repos\">Live source</a></li>")
                .tag("<li><b aria-current=\"page\">Comparison</b></li></ol></nav></header><main id=\"main\">");
        summary();
        list("diff").forEach(difference -> difference(map(difference)));
        missing();
        environments();
        list("groups").forEach(group -> value(map(group)));
        return html.tag("</main>").end().bytes();
    }

    private void summary() {
        boolean equal = Boolean.TRUE.equals(payload.get("equal"));
        html.tag("<div class=\"head\"><h1>Comparison</h1><p class=\"")
                .tag(equal ? "good\">equal" : "bad\">different")
                .tag("</p></div>");
        if (payload.get("base") != null) {
            Map<?, ?> base = map(payload.get("base"));
            html.tag("<p class=\"note\">Base: <b>")
                    .text(text(base.get("environment")))
                    .tag("</b>");
            html.tag("largest_group".equals(base.get("chosen")) ? ", one of the largest group" : "");
            html.tag(base.get("group") == null ? ", which does not have the value" : "")
                    .tag("</p>");
        }
        if (payload.get("truncated_by") != null) {
            html.tag("<p class=\"note warn\">This is not all: cut by a limit (")
                    .text(text(payload.get("truncated_by")))
                    .tag(").</p>");
        }
    }

    private void difference(Map<?, ?> difference) {
        html.tag("<section class=\"card\"><h2>").text(names(difference)).tag("</h2>");
        if (html.full()) {
            html.tag("<p class=\"note warn\">Left out: the page is long. Ask for JSON.</p></section>");
            return;
        }
        html.tag("<table class=\"sides\"><thead><tr>");
        if (difference.get("changes") instanceof List<?> changes) {
            html.tag("<th scope=\"col\">Where</th>");
            sides();
            changes.forEach(change -> change(map(change)));
        } else {
            sides();
            new UnifiedRows(html).write(text(difference.get("unified")));
        }
        html.tag("</tbody></table></section>");
    }

    private void sides() {
        html.tag("<th scope=\"col\">Base: ")
                .text(text(map(payload.get("base")).get("environment")))
                .tag("</th><th scope=\"col\">Here</th></tr></thead><tbody>");
    }

    private void change(Map<?, ?> change) {
        String pointer = text(change.get("pointer"));
        html.tag("<tr><th scope=\"row\"><code>")
                .text(pointer.isEmpty() ? "the whole" : pointer)
                .tag("</code></th>");
        side(change, "base", "was", "absent in the base");
        side(change, "value", "is", "absent here");
        html.tag("</tr>");
    }

    private void side(Map<?, ?> change, String member, String style, String absent) {
        if (change.containsKey(member)) {
            html.tag("<td class=\"")
                    .tag(style)
                    .tag("\"><code>")
                    .text(shown(change.get(member)))
                    .tag("</code></td>");
        } else {
            html.tag("<td class=\"none\">").tag(absent).tag("</td>");
        }
    }

    private void missing() {
        List<?> missing = list("missing");
        if (missing.isEmpty()) {
            return;
        }
        html.tag("<section class=\"card\"><h2>Missing</h2><table><thead><tr><th scope=\"col\">Where</th>")
                .tag("<th scope=\"col\">Not in</th></tr></thead><tbody>");
        for (Object each : missing) {
            String pointer = text(map(each).get("pointer"));
            html.tag("<tr><td><code>")
                    .text(pointer.isEmpty() ? "the whole" : pointer)
                    .tag("</code></td><td>");
            html.text(names(map(each))).tag("</td></tr>");
        }
        html.tag("</tbody></table></section>");
    }

    private void environments() {
        html.tag("<section class=\"card\"><h2>Environments</h2><div class=\"wide\"><table><thead><tr>")
                .tag("<th scope=\"col\">Name</th><th scope=\"col\">Group</th><th scope=\"col\">Repository</th>")
                .tag("<th scope=\"col\">Ref</th><th scope=\"col\">Commit</th></tr></thead><tbody>");
        list("environments").forEach(each -> environment(map(each)));
        html.tag("</tbody></table></div></section>");
    }

    private void environment(Map<?, ?> environment) {
        html.tag("<tr><td><b>").text(text(environment.get("name"))).tag("</b></td><td>");
        if (environment.get("group") instanceof Number group) {
            html.number(group.longValue());
        } else {
            html.tag("<span class=\"bad\">")
                    .text(text(environment.get("status")))
                    .tag("</span>");
        }
        html.tag("</td><td>").text(text(environment.get("repo"))).tag("</td><td>");
        html.text(text(environment.get("ref"))).tag("</td><td><code>");
        commit(environment);
        html.tag("</code></td></tr>");
        if (environment.get("error") != null) {
            html.tag("<tr><td colspan=\"5\"><p class=\"note warn\">")
                    .text(text(environment.get("error")))
                    .tag("</p></td></tr>");
        }
    }

    private void commit(Map<?, ?> environment) {
        String commit = text(environment.get("commit"));
        String shortened = commit.substring(0, Math.min(SHORT_COMMIT, commit.length()));
        if (environment.get("path") instanceof String path && !commit.isEmpty()) {
            String file = Stream.of(path.split("/")).map(PercentCoding::encode).collect(Collectors.joining("/"));
            String repository = PercentCoding.encode(text(environment.get("repo")));
            html.link("/repos/" + repository + "/files/" + file + "?ref=" + commit, shortened);
        } else {
            html.text(shortened);
        }
    }

    private void value(Map<?, ?> group) {
        if (!group.containsKey("value")) {
            return;
        }
        html.tag("<details class=\"card\"><summary>Value of group ")
                .text(text(group.get("group")))
                .tag(": ")
                .text(names(group))
                .tag("</summary><pre>");
        if (html.full()) {
            html.tag("Left out: the page is long. Ask for JSON.");
        } else {
            html.text(shown(group.get("value")));
        }
        html.tag("</pre></details>");
    }

    /** Texts as they are, data as JSON. */
    private String shown(@Nullable Object value) {
        return "text".equals(payload.get("kind")) && value instanceof String text ? text : Json.compact(value);
    }

    private static String names(Map<?, ?> of) {
        return of.get("environments") instanceof List<?> names
                ? names.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : "";
    }

    private List<?> list(String member) {
        return payload.get(member) instanceof List<?> list ? list : List.of();
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : String.valueOf(value);
    }
}
