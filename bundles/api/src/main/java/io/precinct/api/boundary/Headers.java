package io.precinct.api.boundary;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Response headers in order; names are compared without regard to case. Immutable.
 *
 * @param entries the headers
 */
public record Headers(List<Entry> entries) {
    /** No headers. */
    public static final Headers NONE = new Headers(List.of());

    /** One header line. Neither part contains a line break. */
    public record Entry(String name, String value) {
        public Entry {
            if (!token(name)) {
                throw new IllegalArgumentException("not a header name: " + name);
            }
            if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0 || value.indexOf(0) >= 0) {
                throw new IllegalArgumentException("the value of header " + name + " holds a line break or NUL");
            }
        }
    }

    public Headers {
        entries = List.copyOf(entries);
    }

    /** These headers and one more, replacing any of that name. */
    public Headers with(String name, String value) {
        var all = new ArrayList<Entry>(entries.size() + 1);
        for (Entry entry : entries) {
            if (!entry.name().equalsIgnoreCase(name)) {
                all.add(entry);
            }
        }
        all.add(new Entry(name, value));
        return new Headers(all);
    }

    /** These headers and one more, in addition to any of that name ({@code Link}, {@code Vary}, {@code Set-Cookie}). */
    public Headers and(String name, String value) {
        var all = new ArrayList<>(entries);
        all.add(new Entry(name, value));
        return new Headers(all);
    }

    /** These headers, then those of {@code more}, which replace any of the same names. */
    public Headers withAll(Headers more) {
        if (entries.isEmpty()) {
            return more;
        }
        if (more.entries.isEmpty()) {
            return this;
        }
        var all = new ArrayList<Entry>(entries.size() + more.entries.size());
        for (Entry entry : entries) {
            if (more.first(entry.name()) == null) {
                all.add(entry);
            }
        }
        all.addAll(more.entries);
        return new Headers(all);
    }

    /** The first value of this name, or null. */
    public @Nullable String first(String name) {
        for (Entry entry : entries) {
            if (entry.name().equalsIgnoreCase(name)) {
                return entry.value();
            }
        }
        return null;
    }

    private static boolean token(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!tokenCharacter(name.charAt(i))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean tokenCharacter(int c) {
        return c > 32 && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
    }
}
