package io.precinct.http;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a request as a read-only map from lower-case name to value, several lines joined. Looking up one name
 * builds nothing; the map is built on the first iteration. Used on one thread at a time.
 */
final class HeaderView extends AbstractMap<String, @Nullable Object> {
    private final HttpFields fields;
    private final @Nullable String authority;
    private final Set<String> hidden;
    private @Nullable Map<String, @Nullable Object> all;

    /**
     * Views {@code fields}.
     *
     * @param authority what HTTP/2 sent instead of a Host header, or null
     * @param hidden names in lower case that it does not show
     */
    HeaderView(HttpFields fields, @Nullable String authority, Set<String> hidden) {
        this.fields = fields;
        this.authority = authority;
        this.hidden = hidden;
    }

    /** One header by lower-case name, several lines joined by {@code ", "} (cookies by {@code "; "}); or null. */
    @Nullable
    String header(String name) {
        if (hidden.contains(name)) {
            return null;
        }
        String first = null;
        StringBuilder joined = null;
        for (HttpField field : fields) {
            if (name.equals(field.getLowerCaseName())) {
                String value = value(field);
                if (first == null) {
                    first = value;
                } else {
                    joined = joined == null ? new StringBuilder(first) : joined;
                    joined.append(separator(name)).append(value);
                }
            }
        }
        if (joined != null) {
            return joined.toString();
        }
        return first == null && name.equals("host") ? authority : first;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        return key instanceof String name ? header(name) : null;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return get(key) != null;
    }

    @Override
    public Set<Entry<String, @Nullable Object>> entrySet() {
        Map<String, @Nullable Object> built = all;
        if (built == null) {
            built = build();
            all = built;
        }
        return built.entrySet();
    }

    private Map<String, @Nullable Object> build() {
        var built = new LinkedHashMap<String, @Nullable Object>();
        if (authority != null) {
            built.put("host", authority);
        }
        for (HttpField field : fields) {
            String name = field.getLowerCaseName();
            if (hidden.contains(name)) {
                continue;
            }
            String value = value(field);
            Object earlier = field.getHeader() == HttpHeader.HOST ? null : built.get(name);
            built.put(name, earlier == null ? value : earlier + separator(name) + value);
        }
        return Collections.unmodifiableMap(built);
    }

    /** Cookies of HTTP/2 may come in pieces, RFC 9113 §8.2.3. */
    private static String separator(String name) {
        return name.equals("cookie") ? "; " : ", ";
    }

    private static String value(HttpField field) {
        String value = field.getValue();
        if (value == null) {
            return "";
        }
        return switch (field.getHeader()) {
            case IF_MATCH, IF_NONE_MATCH, IF_RANGE -> EntityTags.unmark(value);
            case null, default -> value;
        };
    }
}
