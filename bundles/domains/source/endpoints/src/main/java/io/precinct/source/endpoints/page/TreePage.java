package io.precinct.source.endpoints.page;

import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.RepositoryLookup;
import io.precinct.source.endpoints.page.templates.JtetreeGenerated;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A folder as a page. Made from the JSON payload. */
public final class TreePage {
    private static final Pattern README = Pattern.compile("(?i)readme\\.(md|markdown)");

    private TreePage() {}

    /**
     * The page of a folder.
     *
     * @param open its repository, at the commit of the payload
     * @param folder its path; empty for the root
     * @param query parameters of the request, for the address of the next page
     */
    public static HtmlPage of(
            RepositoryLookup.Open open,
            String folder,
            Map<String, @Nullable Object> query,
            Map<String, @Nullable Object> payload) {
        var list = new ListAnswer(query, payload);
        String repository = list.repository();
        RefSwitch refs = RefSwitch.of(open, Links.list(repository, "tree"), folder);
        Prose readme = readme(open, folder, list);
        return HtmlPage.of(
                folder.isEmpty() ? repository : folder + " · " + repository,
                Breadcrumbs.path(repository, list.ref(), folder),
                page -> JtetreeGenerated.render(page, null, list, folder, refs, readme));
    }

    /** The items of a page of the folder: its folders, then its files, as people know them from file managers. */
    public static List<PlainData> foldersFirst(ListAnswer list) {
        return list.items().stream()
                .sorted(Comparator.comparing(item -> !item.text("type").equals("dir")))
                .toList();
    }

    private static @Nullable Prose readme(RepositoryLookup.Open open, String folder, ListAnswer list) {
        return list.items().stream()
                .map(item -> item.text("path"))
                .filter(path -> README.matcher(path.substring(path.lastIndexOf('/') + 1))
                                .matches()
                        && isIn(folder, path))
                .findFirst()
                .map(path -> Markdown.render(open, open.view().entry(path)))
                .orElse(null);
    }

    private static boolean isIn(String folder, String path) {
        return path.lastIndexOf('/') == (folder.isEmpty() ? -1 : folder.length());
    }
}
