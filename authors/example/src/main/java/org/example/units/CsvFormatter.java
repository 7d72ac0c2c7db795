package org.example.units;

import io.precinct.api.data.Json;
import io.precinct.api.format.Formatter;
import io.precinct.api.format.FormatterFor;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Component;

/**
 * Renders payloads as CSV with a header (RFC 4180): a list of maps as rows, a map as one row, nested data as JSON in a
 * cell. Thread-safe.
 */
@Component
@FormatterFor(name = "csv", mediaTypes = "text/csv")
public final class CsvFormatter implements Formatter {
    @Override
    public Rendition render(Target target) {
        List<?> rows = target.payload() instanceof List<?> list ? list : List.of(asRow(target.payload()));
        Set<Object> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(asRow(row).keySet()));
        var csv =
                new StringBuilder(line(columns.stream().map(CsvFormatter::cell).toList()));
        for (Object row : rows) {
            csv.append(line(
                    columns.stream().map(column -> cell(asRow(row).get(column))).toList()));
        }
        return new Rendition("text/csv; charset=utf-8", csv.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The row of a value; one that is not a map is the only cell of its row. */
    private static Map<?, ?> asRow(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of("value", value == null ? "" : value);
    }

    private static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String cell(Object value) {
        String text = switch (value) {
            case null -> "";
            case String s -> s;
            default -> Json.compact(value);
        };
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
