package io.precinct.source.endpoints.page;

import static io.precinct.source.endpoints.page.HtmlPage.list;
import static io.precinct.source.endpoints.page.HtmlPage.map;
import static io.precinct.source.endpoints.page.HtmlPage.number;
import static io.precinct.source.endpoints.page.HtmlPage.text;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.endpoints.SourceResources;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Coverage of requirements as a page. Made from the JSON payload. */
public final class CoveragePage {
    private CoveragePage() {}

    /** The page. */
    public static HtmlPage of(Map<String, @Nullable Object> payload) {
        Map<String, @Nullable Object> summary = map(payload.get("summary"));
        HtmlBuilder html = HtmlPage.begin("Coverage of requirements", Breadcrumbs.service("Coverage of requirements"));
        html.tag("<div class=\"head\"><h1>Coverage of requirements</h1></div><div class=\"figures\">");
        figure(html, number(summary.get("requirements")), "requirements");
        figure(html, number(summary.get("covered")), "with code");
        figure(html, list(payload, "uncovered").size(), "without code");
        figure(html, list(payload, "orphans").size(), "orphans in the code");
        figure(html, list(payload, "drift").size(), "drifted");
        figure(html, list(payload, "duplicates").size(), "in several places");
        html.tag("</div><p class=\"covered\"><label>Covered <meter min=\"0\" max=\"100\" value=\"")
                .number(number(summary.get("percent")))
                .tag("\"></meter> ")
                .number(number(summary.get("percent")))
                .tag(" %</label></p><section class=\"card\"><table><thead><tr><th scope=\"col\">Requirement</th>")
                .tag("<th scope=\"col\">Status</th><th scope=\"col\">Code</th></tr></thead><tbody>");
        for (Object requirement : list(payload, "requirements")) {
            row(html, map(requirement), text(map(requirement).get("status")));
        }
        for (Object orphan : list(payload, "orphans")) {
            row(html, map(orphan), "orphan");
        }
        html.tag("</tbody></table></section>");
        skipped(html, list(payload, "skipped"));
        return HtmlPage.end(html);
    }

    private static void figure(HtmlBuilder html, int count, String of) {
        html.tag("<p class=\"card\"><b>")
                .number(count)
                .tag("</b> <span>")
                .text(of)
                .tag("</span></p>");
    }

    private static void row(HtmlBuilder html, Map<String, @Nullable Object> requirement, String status) {
        html.tag("<tr><td><b>").text(text(requirement.get("id"))).tag("</b>");
        if (requirement.get("title") != null) {
            html.tag("<br>").text(text(requirement.get("title")));
        }
        html.tag(status.equals("covered") ? "</td><td class=\"good\">" : "</td><td class=\"bad\">")
                .text(status)
                .tag("</td><td>");
        boolean first = true;
        for (Object place : list(requirement, "places")) {
            html.tag(first ? "" : "<br>");
            place(html, map(place));
            first = false;
        }
        html.tag("</td></tr>");
    }

    private static void place(HtmlBuilder html, Map<String, @Nullable Object> place) {
        Object line = place.get("line");
        String repo = text(place.get("repo"));
        String path = text(place.get("path"));
        HtmlPage.linkToLine(html, repo, path, "", line, repo + " / " + path + ":" + number(line));
        if (SourceResources.NAME_PATH.in(place) != null) {
            html.tag(" <small>")
                    .text(text(place.get("kind")) + " " + text(SourceResources.NAME_PATH.in(place)))
                    .tag("</small>");
        }
    }

    private static void skipped(HtmlBuilder html, List<?> skipped) {
        if (!skipped.isEmpty()) {
            html.tag("<p class=\"note warn\">Skipped: ").number(skipped.size()).tag(" files or repositories</p>");
            for (Object one : skipped) {
                Map<String, @Nullable Object> progress = map(map(one).get("progress"));
                if (!progress.isEmpty()) {
                    html.tag("<p class=\"note warn\">")
                            .text(text(map(one).get("repo")) + " is being parsed: " + HtmlPage.progress(progress))
                            .tag("</p>");
                }
            }
        }
    }
}
