package io.precinct.dependencies.picture;

import gg.jte.Content;
import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.common.html.Page;
import io.precinct.common.html.PageWriter;
import io.precinct.common.html.StyleSheet;
import io.precinct.dependencies.picture.templates.JtefrontGenerated;
import io.precinct.dependencies.picture.templates.JtepartGenerated;
import io.precinct.dependencies.picture.templates.JteplaceGenerated;
import io.precinct.dependencies.view.Graph;
import io.precinct.dependencies.view.GraphLists;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pages about the graph: a picture, a form to request another part, and tables. Everything works without scripts; the
 * only script of these pages searches for names in the picture and changes its size. Stateless, hence thread-safe.
 */
public final class GraphPage {
    /** The script of every page. */
    public static final String SCRIPT = PictureStyle.read("page.js");

    /** The heading of the front page. */
    public static final String FRONT = "What depends on what";

    private static final StyleSheet STYLE = StyleSheet.load(
            GraphPage.class,
            "page.css",
            "script-src " + PictureStyle.source(SCRIPT) + "; form-action 'self'; frame-ancestors 'none'");

    /** The policy allows two style sheets: the style sheet of the page and the style sheet of the picture. */
    private static final String POLICY = STYLE.policy().replace("style-src ", "style-src " + PictureStyle.SOURCE + " ");

    /** Number of characters after which no further row begins, because browsers are slow with more. */
    private static final int BUDGET = 4 << 20;

    private GraphPage() {}

    /** Replies with the page about a part of the graph. */
    public static Reply part(Asked asked, Graph graph, Pictures pictures) {
        Drawn drawn = graph.nodes().isEmpty() ? null : Drawn.by(() -> pictures.of(graph, true, asked.suffix()));
        PageWriter page = writer();
        return html(200, page, asked.title(), _ -> JtepartGenerated.render(page, null, page, asked, graph, drawn));
    }

    /**
     * The content of the front page.
     *
     * @param whole the whole graph, or null if it is too large for a picture
     * @param wanted the part of a name that is searched for, or null
     * @param found nodes with matching names
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
     * Replies with the front page.
     *
     * @param zoom the zoom of its picture in percent, 0 to fit the page
     * @param status the status of the response; 404 if the requested node does not exist
     */
    public static Reply front(Overview overview, int zoom, int status, Pictures pictures) {
        Graph whole = overview.whole();
        Drawn drawn = whole == null || whole.nodes().isEmpty() ? null : Drawn.by(() -> pictures.of(whole, false, ""));
        PageWriter page = writer();
        return html(
                status,
                page,
                FRONT,
                _ -> JtefrontGenerated.render(page, null, overview, status != 200, Asked.front(zoom), drawn));
    }

    private static PageWriter writer() {
        return new PageWriter(BUDGET, Integer.MAX_VALUE);
    }

    private static Reply html(int status, PageWriter page, String title, Content content) {
        new Page(STYLE, title + " · Precinct", false, _ -> JteplaceGenerated.render(page, null, title), null)
                .write(page, content);
        return Reply.of(status, Body.bytes("text/html; charset=utf-8", page.bytes()))
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Vary", "Accept");
    }
}
