package io.precinct.source.endpoints.page;

import io.precinct.source.endpoints.SourceResources;
import io.precinct.source.endpoints.page.templates.JterepositoriesGenerated;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The repositories as a page, each with a link to its files. Made from the JSON payload. */
public final class RepositoriesPage {
    /**
     * A repository.
     *
     * @param state its state and progress
     * @param commit empty if it has none yet, and so no files
     * @param fetched time of the fetch
     * @param error of the last fetch; empty for none
     */
    public record Row(String name, String state, String ref, String commit, String fetched, String error) {}

    private RepositoriesPage() {}

    /**
     * The page.
     *
     * @param query parameters of the request, for the address of the next page
     */
    public static HtmlPage of(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        var list = new ListAnswer(query, payload);
        List<Row> rows = list.items().stream().map(RepositoriesPage::row).toList();
        return HtmlPage.of(
                "Repositories",
                Breadcrumbs.service("Repositories"),
                page -> JterepositoriesGenerated.render(page, null, rows, list.next()));
    }

    private static Row row(PlainData repository) {
        String commit = repository.text("commit");
        return new Row(
                repository.text("name"),
                repository.text("state") + parsing(repository.member(SourceResources.PARSING)),
                repository.text("ref"),
                commit.substring(0, Math.min(12, commit.length())),
                repository.text(SourceResources.FETCHED_AT),
                repository.text(SourceResources.LAST_ERROR));
    }

    /** {@code , parsing 10 of 200 files}, or nothing. */
    private static String parsing(PlainData progress) {
        if (progress.isEmpty()) {
            return "";
        }
        return progress.has("total") ? ", parsing " + ListAnswer.progress(progress) : ", counting its files";
    }
}
