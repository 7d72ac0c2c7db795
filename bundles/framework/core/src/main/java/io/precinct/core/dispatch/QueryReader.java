package io.precinct.core.dispatch;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.common.uri.PercentCoding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a query string as plain data: each parameter is a text, or a list of texts if it is given several times. */
final class QueryReader {
    private static final int MOST = 1000;

    private QueryReader() {}

    /**
     * Reads a query.
     *
     * @throws PercentCoding.Malformed if it is not well encoded
     * @throws TooManyParameters if it has more parameters than are accepted
     */
    static Map<String, @Nullable Object> read(@Nullable String rawQuery) {
        if (rawQuery == null || rawQuery.isEmpty()) {
            return Map.of();
        }
        var values = new LinkedHashMap<String, List<String>>();
        int count = 0;
        for (int from = 0; from <= rawQuery.length(); ) {
            int to = rawQuery.indexOf('&', from);
            to = to < 0 ? rawQuery.length() : to;
            if (to > from) {
                if (++count > MOST) {
                    throw new TooManyParameters();
                }
                int equals = rawQuery.indexOf('=', from, to);
                int end = equals < 0 ? to : equals;
                String name = decoded(rawQuery, from, end);
                String value = end == to ? "" : decoded(rawQuery, end + 1, to);
                values.computeIfAbsent(name, n -> new ArrayList<>(1)).add(value);
            }
            from = to + 1;
        }
        MapBuilder query = Data.mapBuilder();
        values.forEach((name, all) -> query.put(name, all.size() == 1 ? all.getFirst() : all));
        return query.build();
    }

    private static String decoded(String rawQuery, int from, int to) {
        try {
            return PercentCoding.decodeQuery(rawQuery.substring(from, to));
        } catch (PercentCoding.Malformed inPart) {
            throw inPart.after(from);
        }
    }

    /** The query as boundaries read it: without the options of the framework. */
    static Map<String, @Nullable Object> withoutOptions(Map<String, @Nullable Object> query) {
        if (query.isEmpty() || OptionNames.QUERY.stream().noneMatch(query::containsKey)) {
            return query;
        }
        MapBuilder rest = Data.mapBuilder();
        query.forEach((name, value) -> {
            if (!OptionNames.QUERY.contains(name)) {
                rest.put(name, value);
            }
        });
        return rest.build();
    }

    /** Thrown if a query has too many parameters. Like that of {@code Malformed}, its message is a noun phrase. */
    static final class TooManyParameters extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        TooManyParameters() {
            super("more than " + MOST + " parameters");
        }
    }
}
