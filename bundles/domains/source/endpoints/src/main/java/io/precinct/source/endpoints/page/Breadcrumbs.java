package io.precinct.source.endpoints.page;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.endpoints.Links;
import java.nio.charset.StandardCharsets;

/** The breadcrumb navigation of a page. */
final class Breadcrumbs {
    private Breadcrumbs() {}

    /** Breadcrumbs of a page of the whole service. */
    static String service(String here) {
        return markup(start().tag("<b aria-current=\"page\">").text(here).tag("</b></li></ol>"));
    }

    /** Breadcrumbs of a path in a repository at a ref; {@code path} may be empty. */
    static String path(String repository, String ref, String path) {
        HtmlBuilder html = start();
        html.link(Links.folder(repository, "", ref), repository);
        int from = 0;
        while (from < path.length()) {
            int to = path.indexOf('/', from);
            html.tag("</li><li>");
            if (to < 0) {
                html.tag("<b aria-current=\"page\">").text(path.substring(from)).tag("</b>");
                break;
            }
            html.link(Links.folder(repository, path.substring(0, to), ref), path.substring(from, to));
            from = to + 1;
        }
        return markup(html.tag("</li></ol>"));
    }

    private static HtmlBuilder start() {
        return HtmlPage.piece().tag("<ol class=\"crumbs\"><li><a href=\"/repos\">Live source</a></li><li>");
    }

    private static String markup(HtmlBuilder html) {
        return new String(html.bytes(), StandardCharsets.UTF_8);
    }
}
