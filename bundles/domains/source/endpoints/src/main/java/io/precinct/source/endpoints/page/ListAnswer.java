package io.precinct.source.endpoints.page;

import io.precinct.rest.api.PageAddress;
import io.precinct.source.api.ResultPage;
import io.precinct.source.endpoints.SourceResources;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The payload of a list, with its request. Its repository is empty if it covers several.
 *
 * @param query parameters of the request
 * @param data the payload
 */
public record ListAnswer(PlainData query, PlainData data) {
    ListAnswer(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        this(new PlainData(query), new PlainData(payload));
    }

    /** The name of its repository. */
    public String repository() {
        return data.text("repo");
    }

    /** The ref of its repository. */
    public String ref() {
        return data.text("ref");
    }

    /** The ref in addresses of its items: that of the request if the list covers several repositories. */
    public String refOfItems() {
        return repository().isEmpty() ? query.text("ref") : ref();
    }

    /** The repository of an item. */
    public String repositoryOf(PlainData item) {
        return repository().isEmpty() ? item.text("repo") : repository();
    }

    /** What is listed. */
    public List<PlainData> items() {
        return data.list("items");
    }

    /** A parameter for a field of a form; empty if it was given twice. */
    public String given(String name) {
        return query.members().get(name) instanceof String value ? value : "";
    }

    /** A title that names its repository. */
    String title(String title) {
        return repository().isEmpty() ? title : title + " · " + repository();
    }

    /** The breadcrumbs of a page with this name. */
    Breadcrumbs place(String title) {
        return repository().isEmpty() ? Breadcrumbs.service(title) : Breadcrumbs.path(repository(), ref(), title);
    }

    /** The address of the next page, or null. */
    public @Nullable String next() {
        return SourceResources.NEXT_CURSOR.in(data.members()) instanceof String cursor
                ? PageAddress.query(query.members(), "cursor", cursor)
                : null;
    }

    /** Whether files of its repository are still being parsed. */
    public boolean parsing() {
        return !data.member(SourceResources.LIST_PROGRESS).isEmpty();
    }

    /** Why the list is incomplete, or null if it is not. */
    public @Nullable String cut() {
        if (parsing()) {
            return "Not all files are parsed yet: " + progress(data.member(SourceResources.LIST_PROGRESS))
                    + ". Ask again later.";
        }
        return data.isTrue("truncated") ? "The list was cut: " + data.text(SourceResources.TRUNCATED_BY) : null;
    }

    /** What an empty list says. */
    public String nothing() {
        return data.list("skipped").stream()
                .filter(file -> file.text("reason").equals(ResultPage.UNKNOWN_PATH))
                .findFirst()
                .map(file -> "Nothing is at " + file.text("path") + ": " + file.text("detail") + ".")
                .orElse(parsing() ? "Nothing matches so far." : "Nothing matches.");
    }

    /** What the list left out, and why. */
    public List<String> skipped() {
        return data.list("skipped").stream()
                .filter(file -> !file.text("reason").equals(ResultPage.UNKNOWN_PATH)) // nothing() says it
                .map(file -> {
                    String more =
                            file.member("progress").isEmpty() ? file.text("detail") : progress(file.member("progress"));
                    String reason = file.text("reason") + (more.isEmpty() ? "" : ", " + more);
                    return file.text("repo") + " " + file.text("path") + ": " + reason;
                })
                .toList();
    }

    /**
     * The index of the character in a line at a position.
     *
     * @param line or the piece of it that is shown
     * @param cut where the piece stands; empty for a whole line
     */
    int index(String line, PlainData cut, PlainData position) {
        int column = Math.max(0, position.number("column") - cut.member("start").number("column"));
        String encoding = data.text(SourceResources.POSITION_ENCODING);
        if (encoding.equals("utf-16")) {
            return Math.min(column, line.length());
        }
        int index = 0;
        for (int left = column; left > 0 && index < line.length(); ) {
            int character = line.codePointAt(index);
            left -= encoding.equals("utf-32")
                    ? 1
                    : character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
            index += Character.charCount(character);
        }
        return index;
    }

    /** How far files are parsed: {@code 10 of 200 files}. */
    public static String progress(PlainData progress) {
        return progress.number("done") + " of " + progress.number("total") + " files";
    }
}
