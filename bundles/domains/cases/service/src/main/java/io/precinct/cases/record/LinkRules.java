package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Text;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rules for the content of the Links object, and for merging two of them. */
// @req:case-links-merge
public final class LinkRules {
    /** The size limit of the links of a case, in the form that a refusal shows. */
    public static final Map<String, @Nullable Object> BOUND = Data.map("max_bytes", CaseLimits.LINKS);

    private LinkRules() {}

    /** Reads a Links object; ignores unknown keys and returns null for null. */
    public static @Nullable Map<String, @Nullable Object> read(Form form, String name, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (!(value instanceof Map<?, ?> map)) {
            form.fault(name, "type", name + " is an object", "object");
            return null;
        }
        MapBuilder links = Data.mapBuilder();
        for (String key : CaseLimits.LINK_ARRAYS) {
            switch (map.get(key)) {
                case null -> {
                    // an optional key is absent
                }
                case List<?> list -> links.put(key, list);
                default -> form.fault(name + "/" + key, "type", key + " is an array", "array");
            }
        }
        if (map.containsKey(CaseLimits.LINK_CONTEXT)) {
            Object context = map.get(CaseLimits.LINK_CONTEXT);
            if (context == null || context instanceof String) {
                links.put(CaseLimits.LINK_CONTEXT, context);
            } else {
                form.fault(name + "/context", "type", "context is a string or null", "string");
            }
        }
        Map<String, @Nullable Object> read = links.build();
        bounded(form, name, read);
        return read;
    }

    private static void bounded(Form form, String name, Map<String, @Nullable Object> links) {
        if (!storable(links)) {
            form.fault(name, "characters", name + " holds neither NUL nor half a surrogate pair", null);
        } else if (!fit(links)) {
            form.fault(name, "too_long", name + " has at most " + CaseLimits.LINKS + " bytes", BOUND);
        }
    }

    /** Whether the links are within the size limit. */
    public static boolean fit(Map<String, @Nullable Object> links) {
        return Json.compactBytes(links).length <= CaseLimits.LINKS;
    }

    /** Whether all text in a value can be stored, including the keys of maps. */
    static boolean storable(@Nullable Object value) {
        return switch (value) {
            case String text -> Text.storable(text);
            case List<?> list -> list.stream().allMatch(LinkRules::storable);
            case Map<?, ?> map -> map.entrySet().stream().allMatch(e -> storable(e.getKey()) && storable(e.getValue()));
            case null, default -> true;
        };
    }

    /** Merges {@code more} into {@code into}: arrays gain the elements that they lack; {@code context} is replaced. */
    public static Map<String, @Nullable Object> merged(
            Map<String, @Nullable Object> into, Map<String, @Nullable Object> more) {
        MapBuilder merged = Data.mapBuilder();
        for (String key : CaseLimits.LINK_ARRAYS) {
            List<?> have = into.get(key) instanceof List<?> list ? list : null;
            List<?> add = more.get(key) instanceof List<?> list ? list : null;
            if (have != null || add != null) {
                merged.put(key, union(have == null ? List.of() : have, add == null ? List.of() : add));
            }
        }
        if (more.containsKey(CaseLimits.LINK_CONTEXT)) {
            merged.put(CaseLimits.LINK_CONTEXT, more.get(CaseLimits.LINK_CONTEXT));
        } else if (into.containsKey(CaseLimits.LINK_CONTEXT)) {
            merged.put(CaseLimits.LINK_CONTEXT, into.get(CaseLimits.LINK_CONTEXT));
        }
        return merged.build();
    }

    /**
     * Removes {@code less} from {@code from}: arrays lose equal elements, and an array that becomes empty is dropped;
     * {@code context} is dropped if it is equal.
     */
    public static Map<String, @Nullable Object> without(
            Map<String, @Nullable Object> from, Map<String, @Nullable Object> less) {
        MapBuilder rest = Data.mapBuilder();
        from.forEach((key, value) -> {
            if (value instanceof List<?> have && less.get(key) instanceof List<?> off) {
                ListBuilder stay = Data.listBuilder();
                have.stream().filter(element -> !holds(off, element)).forEach(stay::add);
                List<@Nullable Object> left = stay.build();
                if (have.isEmpty() || !left.isEmpty()) {
                    rest.put(key, left);
                }
            } else if (!(key.equals(CaseLimits.LINK_CONTEXT)
                    && less.containsKey(key)
                    && Objects.equals(value, less.get(key)))) {
                rest.put(key, value);
            }
        });
        return rest.build();
    }

    private static List<@Nullable Object> union(List<?> have, List<?> add) {
        ListBuilder all = Data.listBuilder();
        have.forEach(all::add);
        for (int i = 0; i < add.size(); i++) {
            Object element = add.get(i);
            boolean known = holds(have, element) || holds(add.subList(0, i), element);
            if (!known) {
                all.add(element);
            }
        }
        return all.build();
    }

    private static boolean holds(List<?> list, @Nullable Object element) {
        return list.stream().anyMatch(other -> Data.equal(other, element));
    }
}
