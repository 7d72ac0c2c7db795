package io.precinct.formatter.html;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import io.precinct.api.data.Json;
import io.precinct.common.html.PageWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value that is nested too deeply for tables, as compact JSON within the size limit of the page.
 *
 * @param page determines how much of the value has room
 */
public record DeepJson(PageWriter page, @Nullable Object value) implements Content {
    @Override
    public void writeTo(TemplateOutput out) {
        write(value);
    }

    private void write(@Nullable Object part) {
        switch (part) {
            case Map<?, ?> map -> {
                String before = "{";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    page.writeContent(before);
                    if (page.full()) {
                        page.writeContent("…");
                        break;
                    }
                    page.writeUserContent(Json.compact(entry.getKey()));
                    page.writeContent(":");
                    write(entry.getValue());
                    before = ",";
                }
                page.writeContent(map.isEmpty() ? "{}" : "}");
            }
            case List<?> list -> {
                String before = "[";
                for (Object element : list) {
                    page.writeContent(before);
                    if (page.full()) {
                        page.writeContent("…");
                        break;
                    }
                    write(element);
                    before = ",";
                }
                page.writeContent(list.isEmpty() ? "[]" : "]");
            }
            case null, default -> page.writeUserContent(Json.compact(part));
        }
    }
}
