package io.precinct.formatter.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.format.Formatter.Target;
import java.nio.charset.StandardCharsets;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/** Renders payloads and reads the pages back with an HTML5 parser. */
final class RenderedPages {
    private static final HtmlFormatter FORMATTER = new HtmlFormatter();

    private RenderedPages() {}

    static Document ok(@Nullable Object payload) {
        return page(new Target(payload, 200, "text/html", "/notes/7", "notes.get"));
    }

    static Document error(int status, @Nullable Object payload) {
        return page(new Target(payload, status, "text/html", "/notes/7", null));
    }

    /** The page as a browser parses it; a syntax error fails the test. */
    static Document page(Target target) {
        var parser = Parser.htmlParser().setTrackErrors(10);
        Document page = Jsoup.parse(html(target), "http://localhost/", parser);
        assertThat(parser.getErrors()).isEmpty();
        return page;
    }

    static String html(Target target) {
        return new String(FORMATTER.render(target).body(), StandardCharsets.UTF_8);
    }

    /** How the page shows {@code value} as the value of a member. */
    static org.jsoup.nodes.Element cell(@Nullable Object value) {
        return ok(Data.map("only", Data.map("key", value))).expectFirst("main > section > table.map > tbody > tr > td");
    }
}
