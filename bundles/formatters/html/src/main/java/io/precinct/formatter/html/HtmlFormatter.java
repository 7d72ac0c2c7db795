package io.precinct.formatter.html;

import io.precinct.api.format.Formatter;
import io.precinct.api.format.FormatterFor;
import org.osgi.service.component.annotations.Component;

/**
 * Renders any payload as one self-contained page: no script, nothing fetched, light and dark, readable on a phone and
 * by a screen reader. Everything that comes from the payload is escaped. Thread-safe.
 */
// @req:formatter-html
@Component
@FormatterFor(name = "html", mediaTypes = "text/html", order = 10)
public final class HtmlFormatter implements Formatter {
    @Override
    public Rendition render(Target target) {
        return new Rendition("text/html; charset=utf-8", HtmlDocument.of(target));
    }
}
