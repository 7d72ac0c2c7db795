package io.precinct.formatter.text;

import io.precinct.api.format.Formatter;
import io.precinct.api.format.FormatterFor;
import java.nio.charset.StandardCharsets;
import org.osgi.service.component.annotations.Component;

/**
 * Renders payloads as an aligned outline for a terminal: nothing in a payload can move its cursor or forge a line of
 * the outline. Thread-safe.
 */
// @req:formatter-text
@Component
@FormatterFor(name = "text", mediaTypes = "text/plain", order = 30)
public final class TextFormatter implements Formatter {
    @Override
    public Rendition render(Target target) {
        var outline = new Outline();
        outline.write(target.payload());
        return new Rendition("text/plain; charset=utf-8", outline.text().getBytes(StandardCharsets.UTF_8));
    }
}
