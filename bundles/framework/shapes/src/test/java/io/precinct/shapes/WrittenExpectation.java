package io.precinct.shapes;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of what a scenario expects, by the table in {@code docs/configuration.md}. It interprets the notation
 * itself and shares no code with the shape engine, so that each checks the other. Slow, and only for sound notation.
 */
final class WrittenExpectation {
    private static final Set<String> MATCHERS = Set.of(
            "matches", "prefix", "contains", "keys", "gte", "lte", "count", "first", "any", "every", "not", "empty");

    private WrittenExpectation() {}

    /** Whether a field with this value is as {@code expected}. */
    static boolean holds(@Nullable Object expected, @Nullable Object value) {
        if (Boolean.TRUE.equals(expected)) {
            return true;
        }
        if (!(expected instanceof Map<?, ?> map) || map.isEmpty()) {
            return holdsInList(expected, value);
        }
        if (MATCHERS.containsAll(map.keySet())) {
            return map.entrySet().stream().allMatch(entry -> matcher((String) entry.getKey(), entry.getValue(), value));
        }
        return value instanceof Map<?, ?> fields
                && map.entrySet().stream()
                        .allMatch(entry -> fields.containsKey(entry.getKey())
                                && holds(entry.getValue(), fields.get(entry.getKey())));
    }

    /** As {@link #holds}, for an element of a list and for what {@code contains} seeks: data, unless it has matchers. */
    private static boolean holdsInList(@Nullable Object expected, @Nullable Object value) {
        if (!hasMatchers(expected)) {
            return equal(expected, value);
        }
        if (!(expected instanceof List<?> items)) {
            return holds(expected, value);
        }
        boolean holds = value instanceof List<?> list && list.size() == items.size();
        for (int i = 0; holds && i < items.size(); i++) {
            holds = holdsInList(items.get(i), ((List<?>) value).get(i));
        }
        return holds;
    }

    private static boolean hasMatchers(@Nullable Object data) {
        return data instanceof List<?> list && list.stream().anyMatch(WrittenExpectation::hasMatchers)
                || data instanceof Map<?, ?> map
                        && !map.isEmpty()
                        && (MATCHERS.containsAll(map.keySet())
                                || map.values().stream().anyMatch(WrittenExpectation::hasMatchers));
    }

    private static boolean matcher(String name, @Nullable Object argument, @Nullable Object value) {
        return switch (name) {
            case "matches" ->
                value instanceof String text
                        && Pattern.compile((String) argument).matcher(text).find();
            case "prefix" -> value instanceof String text && text.startsWith((String) argument);
            case "contains" -> contains(argument, value);
            case "keys" ->
                value instanceof Map<?, ?> map
                        && (argument instanceof List<?> keys ? keys : List.of((Object) argument))
                                .stream().allMatch(map::containsKey);
            case "gte" -> isWithin(argument, value, false);
            case "lte" -> isWithin(argument, value, true);
            case "count" -> size(value) >= 0 && holds(argument, size(value));
            case "first" -> value instanceof List<?> list && !list.isEmpty() && holds(argument, list.getFirst());
            case "any" ->
                argument instanceof List<?> alternatives
                        ? alternatives.stream()
                                .anyMatch(one -> value instanceof List<?> list
                                        ? list.stream().anyMatch(element -> holdsInList(one, element))
                                        : holdsInList(one, value))
                        : value instanceof List<?> list && list.stream().anyMatch(element -> holds(argument, element));
            case "every" ->
                value instanceof List<?> list
                        && !list.isEmpty()
                        && list.stream().allMatch(element -> holds(argument, element));
            case "not" -> !holds(argument, value);
            case "empty" -> (value == null || size(value) == 0) == (Boolean) argument;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static boolean contains(@Nullable Object sought, @Nullable Object value) {
        if (value instanceof List<?> list) {
            return (sought instanceof List<?> all ? all.stream() : Stream.of(new Object[] {sought}))
                    .allMatch(one -> list.stream().anyMatch(element -> holdsInList(one, element)));
        }
        return sought instanceof String text
                && (value instanceof String whole && whole.contains(text)
                        || value instanceof Map<?, ?> map && map.containsKey(text));
    }

    private static boolean isWithin(Object bound, @Nullable Object value, boolean upper) {
        if (bound instanceof Number limit) {
            int order = value instanceof Number number ? decimal(number).compareTo(decimal(limit)) : 0;
            return value instanceof Number && (upper ? order <= 0 : order >= 0);
        }
        Instant moment = value instanceof String text ? moment(text) : null;
        if (moment == null) {
            return false;
        }
        String limit = (String) bound;
        if (!upper) {
            return !moment.isBefore(moment(limit));
        }
        return limit.length() == 10
                ? moment.isBefore(
                        LocalDate.parse(limit).plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                : !moment.isAfter(moment(limit));
    }

    private static @Nullable Instant moment(String text) {
        try {
            return text.length() == 10
                    ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : Instant.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static int size(@Nullable Object value) {
        return switch (value) {
            case String text -> (int) text.codePoints().count();
            case List<?> list -> list.size();
            case Map<?, ?> map -> map.size();
            case null, default -> -1;
        };
    }

    private static BigDecimal decimal(Number number) {
        return new BigDecimal(number.toString());
    }

    private static boolean equal(@Nullable Object a, @Nullable Object b) {
        return switch (a) {
            case null -> b == null;
            case Number number -> b instanceof Number other && decimal(number).compareTo(decimal(other)) == 0;
            case List<?> list -> {
                boolean equal = b instanceof List<?> other && other.size() == list.size();
                for (int i = 0; equal && i < list.size(); i++) {
                    equal = equal(list.get(i), ((List<?>) b).get(i));
                }
                yield equal;
            }
            case Map<?, ?> map ->
                b instanceof Map<?, ?> other
                        && other.keySet().equals(map.keySet())
                        && map.keySet().stream().allMatch(key -> equal(map.get(key), other.get(key)));
            default -> a.equals(b);
        };
    }
}
