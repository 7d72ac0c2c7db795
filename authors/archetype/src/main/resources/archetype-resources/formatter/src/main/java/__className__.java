package ${package};

import io.precinct.api.data.Json;
import io.precinct.api.format.Formatter;
import io.precinct.api.format.FormatterFor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/** Renders a payload as one line for each of its members: the name, a tab, the value as JSON. Thread-safe. */
@Component
@FormatterFor(name = "${name}", mediaTypes = "text/x-${name}") // what clients ask for in Accept
public final class ${className} implements Formatter {
    @Override
    public Rendition render(Target target) {
        var lines = new StringBuilder();
        // Any payload may come: an error, a list, a string. Something readable is better than an exception.
        switch (target.payload()) {
            case Map<?, ?> map -> map.forEach((name, value) -> line(lines, name + "\t" + Json.compact(value)));
            case List<?> list -> list.forEach(element -> line(lines, Json.compact(element)));
            case null, default -> line(lines, Json.compact(target.payload()));
        }
        return new Rendition("text/x-${name}; charset=utf-8", lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void line(StringBuilder lines, String line) {
        lines.append(line).append('\n');
    }
}
