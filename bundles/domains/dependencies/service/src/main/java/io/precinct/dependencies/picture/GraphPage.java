package io.precinct.dependencies.picture;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.common.html.HtmlBuilder;
import io.precinct.common.html.StyleSheet;
import io.precinct.common.uri.PercentCoding;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.dependencies.view.Direction;
import io.precinct.dependencies.view.Graph;
import io.precinct.dependencies.view.GraphLists;
import io.precinct.rest.api.Refusal;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pages about the graph: the picture, a form that asks for another, and tables. All of it works without scripts; the one
 * script of these pages looks for names in the picture and changes its size. Not thread-safe.
 */
public final class GraphPage {
    private static final String SCRIPT = PictureStyle.read("page.js");

    private static final StyleSheet STYLE = StyleSheet.load(
            GraphPage.class,
            "page.css",
            "script-src " + PictureStyle.source(SCRIPT) + "; form-action 'self'; frame-ancestors 'none'");

    /** Pages have two style sheets: their own, and that of the picture. */
    private static final String POLICY = STYLE.policy().replace("style-src ", "style-src " + PictureStyle.SOURCE + " ");

    private static final String ICON = "<path d='M4 6h6v5H4zM14 13h6v5h-6zM10 8.500h7v4.500'/>";

    /** Characters after which no further row is begun: browsers are slow with more. */
    private static final int BUDGET = 4 << 20;

    private static final List<Integer> ZOOMS = List.of(0, 25, 50, 75, 100, 150, 200);

    private final HtmlBuilder html = new HtmlBuilder(BUDGET, Integer.MAX_VALUE);

    private GraphPage(String title) {
        html.head(STYLE, ICON, false, head -> head.text(title).tag(" · Precinct"))
                .tag("<body><a class=\"skip\" href=\"#main\">Skip to content</a><header class=\"top\">")
                .tag("<nav aria-label=\"Place\"><ol class=\"crumbs\"><li><a href=\"/graph\">Dependencies</a></li>");
        html.tag("<li><b aria-current=\"page\">").text(title).tag("</b></li></ol></nav></header><main id=\"main\">");
        html.tag("<h1>").text(title).tag("</h1>");
    }

    /** The page about a part of the graph. */
    public static Reply part(Asked asked, Graph graph, Pictures pictures) {
        var page = new GraphPage(asked.title());
        page.form(asked);
        page.html.tag("<div class=\"part\">");
        if (graph.nodes().isEmpty()) {
            page.html.tag("<section class=\"card\"><p>There is no way: none leads along these edges.</p></section>");
        } else {
            page.picture(asked, () -> pictures.of(graph, true, asked.suffix()));
        }
        page.html.tag("<div class=\"tables\">");
        page.nodes(graph, asked.suffix());
        page.edges(graph);
        return page.html(200, "</div></div>");
    }

    /**
     * What the front page shows.
     *
     * @param whole the whole graph, or null if it is too large for a picture
     * @param wanted what is looked for in names, or null
     * @param found nodes with such names
     */
    public record Overview(
            GraphLists.Counts counts,
            @Nullable Graph whole,
            @Nullable String wanted,
            List<GraphLists.Listed> found) {
        public Overview {
            found = List.copyOf(found);
        }
    }

    /**
     * The front page.
     *
     * @param zoom of its picture in percent, 0 to fit the page
     * @param status of the answer; 404 if a node was asked for that is not there
     */
    public static Reply front(Overview overview, int zoom, int status, Pictures pictures) {
        var page = new GraphPage("What depends on what");
        HtmlBuilder html = page.html;
        if (status != 200) {
            html.tag("<p class=\"warn\">Nothing was ever said of ")
                    .text(String.valueOf(overview.wanted()))
                    .tag(".</p>");
        }
        page.counts(overview.counts());
        html.tag(
                "<form class=\"card search\" action=\"/graph\"><label>Name or a part of it <input name=\"q\" type=\"search\"");
        page.value(overview.wanted());
        html.tag("></label><button type=\"submit\">Search</button></form>");
        if (overview.wanted() != null) {
            page.found(overview.found());
        }
        page.whole(overview, zoom, pictures);
        return page.html(status, "");
    }

    private void whole(Overview overview, int zoom, Pictures pictures) {
        Graph whole = overview.whole();
        if (whole == null) {
            html.tag(
                            "<section class=\"card\"><h2>Picture</h2><p>The graph is too large for one: a picture has at most ")
                    .number(Pictures.MOST_NODES)
                    .tag(" nodes and ")
                    .number(Pictures.MOST_EDGES)
                    .tag(" edges. Search for a node, and see what is around it.</p></section>");
        } else if (!whole.nodes().isEmpty()) {
            picture(Asked.front(zoom), () -> pictures.of(whole, false, ""));
        }
    }

    private void counts(GraphLists.Counts counts) {
        html.tag("<div class=\"figures\">");
        counts.kinds().forEach(kind -> {
            html.tag("<a class=\"card\" href=\"/graph?q=")
                    .text(PercentCoding.encode(kind.kind() == null ? "" : kind.kind() + ":"))
                    .tag("\"><b>")
                    .number(kind.nodes())
                    .tag("</b> <span>")
                    .text(kind.kind() == null ? "without a kind" : kind.kind())
                    .tag("</span></a>");
        });
        html.tag("<p class=\"card\"><b>")
                .number(counts.edges())
                .tag(counts.isMore() ? "+" : "")
                .tag("</b> <span>edges</span></p></div>");
    }

    private void found(List<GraphLists.Listed> found) {
        html.tag("<section class=\"card\"><h2>Found</h2>");
        if (found.isEmpty()) {
            html.tag("<p>No node has such a name.</p></section>");
            return;
        }
        html.tag("<table><thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Depends on</th>")
                .tag("<th scope=\"col\">Depended on by</th></tr></thead><tbody>");
        found.forEach(node -> {
            html.tag("<tr><td><bdi>")
                    .link("/graph/neighbours?node=" + PercentCoding.encode(node.name()), node.name())
                    .tag("</bdi></td><td>")
                    .number(node.dependencies())
                    .tag("</td><td>")
                    .link("/graph/impact?node=" + PercentCoding.encode(node.name()), String.valueOf(node.dependents()))
                    .tag("</td></tr>");
        });
        html.tag("</tbody></table></section>");
    }

    private void form(Asked asked) {
        html.tag("<form class=\"card search\" action=\"").tag(asked.path()).tag("\">");
        if (asked.to() == null) {
            html.tag("<label>Node <input name=\"node\" type=\"text\" required");
            value(asked.from());
            html.tag("></label>");
        } else {
            html.tag("<label>From <input name=\"from\" type=\"text\" required");
            value(asked.from());
            html.tag("></label><label>To <input name=\"to\" type=\"text\" required");
            value(asked.to());
            html.tag("></label>");
        }
        if (asked.direction() != null) {
            html.tag("<label>Direction <select name=\"direction\">");
            Direction.NAMES.forEach(name -> option(name, name.equals(asked.direction())));
            html.tag("</select></label>");
        }
        html.tag("<label>Depth <input name=\"depth\" type=\"number\" min=\"1\" max=\"50\" value=\"")
                .number(asked.depth())
                .tag("\"></label>");
        html.tag("<fieldset><legend>Type</legend>");
        EdgeType.NAMES.forEach(name -> html.tag("<label class=\"tick\"><input type=\"checkbox\" name=\"type\" value=\"")
                .tag(name)
                .tag(asked.types().contains(name) ? "\" checked> " : "\"> ")
                .tag(name)
                .tag("</label>"));
        html.tag("</fieldset><label>As of <input name=\"as_of\" type=\"text\" placeholder=\"now\"");
        value(asked.asOf());
        html.tag("></label><button type=\"submit\">Show</button>");
        others(asked);
        html.tag("</form>");
    }

    private void option(String name, boolean isChosen) {
        html.tag(isChosen ? "<option selected>" : "<option>").tag(name).tag("</option>");
    }

    private void value(@Nullable String value) {
        if (value != null) {
            html.tag(" value=\"").text(value).tag("\"");
        }
    }

    /** Links to the other pages about the same node. */
    private void others(Asked asked) {
        if (asked.to() != null) {
            return;
        }
        String node = "?node=" + PercentCoding.encode(asked.from()) + asked.suffix();
        html.tag("<nav class=\"others\" aria-label=\"The same node\">");
        html.link("/graph/impact" + node, "What depends on it").tag(" ");
        html.link("/graph/neighbours" + node, "What is around it").tag("</nav>");
    }

    /** The picture, or why there is none: the rest of the page needs none. */
    private void picture(Asked asked, Supplier<Picture> drawing) {
        Picture picture;
        try {
            picture = drawing.get();
        } catch (Refusal e) {
            html.tag("<section class=\"card\"><p class=\"warn\">No picture: ")
                    .text(String.valueOf(e.getMessage()))
                    .tag(".</p></section>");
            return;
        }
        html.tag("<section class=\"card\"><div class=\"tools\"><h2>Picture</h2><nav aria-label=\"Size\">");
        ZOOMS.forEach(zoom -> {
            String shown = zoom == 0 ? "fit" : zoom + "%";
            if (zoom == asked.zoom()) {
                html.tag("<b aria-current=\"true\">").tag(shown).tag("</b> ");
            } else {
                html.link(asked.address("&zoom=" + zoom), shown).tag(" ");
            }
        });
        html.link(asked.picture(), "picture alone").tag("</nav></div>");
        html.tag(asked.zoom() == 0 ? "<section class=\"picture fit\"" : "<section class=\"picture\"");
        html.tag(" tabindex=\"0\" aria-label=\"Picture of the dependencies\">");
        picture.inside(html, asked.zoom());
        html.tag("</section></section>");
    }

    private void nodes(Graph graph, String suffix) {
        html.tag("<section class=\"card\"><h2>Nodes <small>")
                .number(graph.nodes().size());
        html.tag(graph.truncated() ? "+" : "").tag("</small></h2><table><thead><tr><th scope=\"col\">Name</th>");
        html.tag("<th scope=\"col\">Steps</th></tr></thead><tbody>");
        for (Graph.Node node : graph.nodes()) {
            if (html.full()) {
                html.tag("<tr><td colspan=\"2\">Left out: the page is long. Ask for JSON.</td></tr>");
                break;
            }
            html.tag("<tr><td><bdi>")
                    .link("/graph/neighbours?node=" + PercentCoding.encode(node.name()) + suffix, node.name())
                    .tag("</bdi></td><td>")
                    .number(node.distance())
                    .tag("</td></tr>");
        }
        html.tag("</tbody></table></section>");
    }

    private void edges(Graph graph) {
        html.tag("<section class=\"card\"><details><summary>Edges <small>")
                .number(graph.edges().size());
        html.tag("</small></summary><table><thead><tr><th scope=\"col\">From</th><th scope=\"col\">Type</th>");
        html.tag("<th scope=\"col\">To</th></tr></thead><tbody>");
        for (Graph.Edge edge : graph.edges()) {
            if (html.full()) {
                html.tag("<tr><td colspan=\"3\">Left out: the page is long. Ask for JSON.</td></tr>");
                break;
            }
            html.tag("<tr><td><bdi>").text(edge.from()).tag("</bdi></td><td>");
            html.tag(edge.type().wireName())
                    .tag("</td><td><bdi>")
                    .text(edge.to())
                    .tag("</bdi></td></tr>");
        }
        html.tag("</tbody></table></details></section>");
    }

    private Reply html(int status, String close) {
        byte[] page = html.tag(close)
                .tag("</main><script>")
                .tag(SCRIPT)
                .tag("</script>")
                .end()
                .bytes();
        return Reply.of(status, Body.bytes("text/html; charset=utf-8", page))
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Vary", "Accept");
    }
}
