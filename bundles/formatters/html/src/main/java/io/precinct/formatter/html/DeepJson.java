package io.precinct.formatter.html;

import io.precinct.api.data.Json;
import io.precinct.common.html.HtmlBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values that are nested too deeply for tables as compact JSON, within the size limit of the page. */
final class DeepJson {
    private final HtmlBuilder page;

    DeepJson(HtmlBuilder page) {
        this.page = page;
    }

    /** Writes {@code value}. */
    void write(@Nullable Object value) {
        switch (value) {
            case Map<?, ?> map -> {
                String before = "{";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    page.tag(before);
                    if (page.full()) {
                        page.tag("…");
                        break;
                    }
                    page.text(Json.compact(entry.getKey())).tag(":");
                    write(entry.getValue());
                    before = ",";
                }
                page.tag(map.isEmpty() ? "{}" : "}");
            }
            case List<?> list -> {
                String before = "[";
                for (Object element : list) {
                    page.tag(before);
                    if (page.full()) {
                        page.tag("…");
                        break;
                    }
                    write(element);
                    before = ",";
                }
                page.tag(list.isEmpty() ? "[]" : "]");
            }
            case null, default -> page.text(Json.compact(value));
        }
    }
}
