package io.precinct.source.endpoints.page;

import io.precinct.common.uri.PercentCoding;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes query strings. */
final class QueryStrings {
    private QueryStrings() {}

    /** A query with one parameter replaced, as a relative address. */
    static String with(Map<String, @Nullable Object> query, String name, String value) {
        var address = new StringBuilder("?").append(name).append('=').append(PercentCoding.encode(value));
        query.forEach((key, given) -> {
            List<?> values = given instanceof List<?> list ? list : List.of(HtmlPage.text(given));
            if (!key.equals(name)) {
                values.forEach(v -> address.append('&')
                        .append(PercentCoding.encode(key))
                        .append('=')
                        .append(PercentCoding.encode(HtmlPage.text(v))));
            }
        });
        return address.toString();
    }
}
