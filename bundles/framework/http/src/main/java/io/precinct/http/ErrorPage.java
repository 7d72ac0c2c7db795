package io.precinct.http;

import io.precinct.common.html.Page;
import io.precinct.common.html.PageWriter;
import io.precinct.common.html.StyleSheet;
import io.precinct.common.uri.PercentCoding;
import io.precinct.http.templates.JteerrorGenerated;
import java.util.Map;
import java.util.Objects;

/**
 * The page that tells a person of an error before any chain. It looks like the pages of errors of chains, which a
 * formatter writes.
 */
final class ErrorPage {
    static final String MEDIA_TYPE = "text/html; charset=utf-8";

    private static final int LARGEST = 1 << 16;
    private static final int LONGEST_TEXT = 2_000;

    private static final StyleSheet STYLE = StyleSheet.load(ErrorPage.class, "error.css", "form-action 'none'");

    private ErrorPage() {}

    /**
     * The page in UTF-8.
     *
     * @param error a sentence for people
     * @param rawPath path of the request, or empty if there is none to show
     * @param facts what else there is to tell, by name
     */
    static byte[] of(int status, String error, String rawPath, Map<String, String> facts) {
        String path = Objects.requireNonNullElse(PercentCoding.decodeOrNull(rawPath), rawPath);
        String title = status + " " + error + (path.isEmpty() ? "" : " · " + path);
        var writer = new PageWriter(LARGEST, LONGEST_TEXT);
        new Page(STYLE, title, true, null, null)
                .write(writer, _ -> JteerrorGenerated.render(writer, null, status, error, path, facts));
        return writer.bytes();
    }
}
