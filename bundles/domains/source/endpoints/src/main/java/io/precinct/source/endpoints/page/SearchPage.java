package io.precinct.source.endpoints.page;

import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.page.Snippet.Line;
import io.precinct.source.endpoints.page.Snippet.Piece;
import io.precinct.source.endpoints.page.templates.JtesearchGenerated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lines with matches as a page, file by file. Made from the JSON payload. */
public record SearchPage(ListAnswer list) {
    /**
     * The matches of a file.
     *
     * @param shown the name of the file
     * @param origin of a file that nobody wrote in the repository, or empty
     * @param lines how many lines are shown
     * @param folded whether only its name is shown at first, because the page has files that people wrote
     */
    public record FoundFile(
            String address, String shown, String lang, String origin, int lines, boolean folded, Snippet snippet) {}

    /**
     * The page.
     *
     * @param query parameters of the request, to fill in the form
     */
    public static HtmlPage of(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        var search = new SearchPage(new ListAnswer(query, payload));
        return HtmlPage.of(
                search.list.title(search.list.query().text("q") + " · Search"),
                search.list.place("Search"),
                page -> JtesearchGenerated.render(page, null, search.list, search.files()));
    }

    List<FoundFile> files() {
        List<PlainData> items = list.items();
        boolean written = items.stream().anyMatch(line -> line.text("origin").isEmpty());
        List<FoundFile> files = new ArrayList<>();
        int from = 0;
        while (from < items.size()) {
            PlainData first = items.get(from);
            int to = from + 1;
            while (to < items.size() && isOfFile(first, items.get(to))) {
                to++;
            }
            files.add(file(first, items.subList(from, to), written));
            from = to;
        }
        return files;
    }

    private static boolean isOfFile(PlainData one, PlainData other) {
        return one.text("path").equals(other.text("path")) && one.text("repo").equals(other.text("repo"));
    }

    private FoundFile file(PlainData first, List<PlainData> found, boolean written) {
        String repository = list.repositoryOf(first);
        String path = first.text("path");
        String origin = first.text("origin");
        return new FoundFile(
                Links.line(repository, path, list.refOfItems(), 0),
                list.repository().isEmpty() ? repository + " / " + path : path,
                first.text("lang"),
                origin,
                found.size(),
                written && !origin.isEmpty(),
                snippet(found));
    }

    private Snippet snippet(List<PlainData> found) {
        Set<Integer> hits = found.stream().map(line -> line.number("line")).collect(Collectors.toSet());
        List<Line> lines = new ArrayList<>();
        int shown = 0;
        for (PlainData line : found) {
            PlainData around = line.member("context");
            int at = line.number("line");
            int begin = around.number("from");
            boolean gap = shown > 0 && begin > shown + 1;
            List<String> texts = around.texts("lines");
            for (int i = Math.max(begin, shown + 1); i < begin + texts.size(); i++) {
                if (i > at && hits.contains(i)) {
                    break; // it has its own turn, with its matches
                }
                List<Piece> pieces = i == at ? marked(line) : Snippet.pieces(around, i, texts.get(i - begin));
                lines.add(new Line(i, gap, i == at, pieces));
                gap = false;
                shown = i;
            }
        }
        return new Snippet(lines);
    }

    private List<Piece> marked(PlainData found) {
        String line = found.text("text");
        PlainData cut = found.member("cut");
        List<Piece> pieces = new ArrayList<>();
        int done = 0;
        for (PlainData match : found.list("matches")) {
            int from = Math.max(done, list.index(line, cut, match.member("start")));
            int to = list.index(line, cut, match.member("end"));
            if (to > from) {
                pieces.add(new Piece(line.substring(done, from), false));
                pieces.add(new Piece(line.substring(from, to), true));
                done = to;
            }
        }
        pieces.add(new Piece(line.substring(done), false));
        List<Piece> marked = new ArrayList<>(Snippet.between(cut, pieces));
        if (found.isTrue("more_matches")) {
            marked.add(new Piece((cut.number("after") > 0 ? "" : " …") + " more matches", false));
        }
        return marked;
    }
}
