package io.precinct.formatter.markdown;

import io.precinct.api.format.Formatter;
import io.precinct.api.format.FormatterFor;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/**
 * Renders payloads as Markdown (CommonMark with the tables of GitHub): headings, tables and lists, in which no content
 * can change the structure. Thread-safe.
 */
// @req:formatter-markdown
@Component
@FormatterFor(name = "markdown", mediaTypes = "text/markdown", order = 20)
public final class MarkdownFormatter implements Formatter {
    @Override
    public Rendition render(Target target) {
        var sections = new Sections();
        sections.title(title(target));
        sections.write(target.payload());
        return new Rendition("text/markdown; charset=utf-8", sections.text().getBytes(StandardCharsets.UTF_8));
    }

    private static String title(Target target) {
        if (target.status() < 400) {
            return target.path();
        }
        String what = target.payload() instanceof Map<?, ?> map && map.get("error") instanceof String error
                ? error
                : target.path();
        return target.status() + " " + what;
    }
}
