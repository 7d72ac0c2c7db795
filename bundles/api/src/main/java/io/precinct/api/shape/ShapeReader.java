package io.precinct.api.shape;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.NotPlainData;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Between shapes and their data form, collecting every fault instead of stopping at the first. */
public final class ShapeReader {
    /** Deeper shapes are not written by people, and each level costs stack wherever a shape is walked. */
    private static final int DEEPEST = 200;

    private final Consumer<Fault> faults;

    private ShapeReader(Consumer<Fault> faults) {
        this.faults = faults;
    }

    /**
     * Something wrong, or worth a warning, in the data form of a shape.
     *
     * @param path keys (String) and indices (Integer) from the root of the data to the place
     * @param message what is wrong and what is allowed
     * @param warning true if the shape is usable as read
     */
    public record Fault(List<Object> path, String message, boolean warning) {
        public Fault {
            path = List.copyOf(path);
        }
    }

    /**
     * Reads the data form of a shape. If an argument is unusable, a fault is reported and {@link Shape.Present#VALUE}
     * takes its place, so that reading continues.
     *
     * @param data plain data in which shapes may stand
     * @param faults receives every fault and warning
     */
    public static Shape read(@Nullable Object data, Consumer<Fault> faults) {
        return new ShapeReader(faults).shape(data, List.of());
    }

    /**
     * As {@link #read}, for data whose top level is always fields: what a scenario expects, what a boundary declares.
     */
    public static Shape.Fields readFields(Map<?, ?> data, Consumer<Fault> faults) {
        return new ShapeReader(faults).fields(data, List.of());
    }

    static String describe(List<Fault> faults) {
        return String.join(
                "; ",
                faults.stream()
                        .map(f -> (f.path().isEmpty() ? "" : f.path() + ": ") + f.message())
                        .toList());
    }

    private Shape shape(@Nullable Object data, List<Object> path) {
        if (path.size() >= DEEPEST) {
            faults.accept(new Fault(path, "a shape nests at most " + DEEPEST + " levels deep", false));
            return Shape.Present.VALUE;
        }
        return switch (data) {
            case Shape shape -> shape;
            case Boolean b when b -> Shape.Present.VALUE;
            case Map<?, ?> map when !map.isEmpty() -> map(map, path);
            case null, default -> element(data, path);
        };
    }

    /** What stands in a list or behind {@code contains}: a literal, unless a matcher stands somewhere in it. */
    private Shape element(@Nullable Object data, List<Object> path) {
        return switch (data) {
            case Shape shape -> shape;
            case Map<?, ?> map when holdsMatcher(map, 0) -> shape(map, path);
            case List<?> list when path.size() < DEEPEST && holdsMatcher(list, 0) -> items(list, path);
            case null, default -> new Shape.Literal(value(data, path));
        };
    }

    private Shape items(List<?> list, List<Object> path) {
        var items = new ArrayList<Shape>();
        for (int i = 0; i < list.size(); i++) {
            items.add(element(list.get(i), below(path, i)));
        }
        return new Shape.Items(items);
    }

    /** Whether a shape or a map of matchers stands in {@code data}. */
    private static boolean holdsMatcher(@Nullable Object data, int depth) {
        return depth <= DEEPEST
                && switch (data) {
                    case Shape _ -> true;
                    case Map<?, ?> map ->
                        !map.isEmpty() && Matcher.NAMES.containsAll(map.keySet())
                                || map.values().stream().anyMatch(value -> holdsMatcher(value, depth + 1));
                    case List<?> list -> list.stream().anyMatch(value -> holdsMatcher(value, depth + 1));
                    case null, default -> false;
                };
    }

    private Shape map(Map<?, ?> map, List<Object> path) {
        long named = map.keySet().stream().filter(Matcher.NAMES::contains).count();
        if (named == map.size()) {
            return matchers(map, path);
        }
        if (named > 0) {
            faults.accept(new Fault(
                    path,
                    "some keys are matcher names and some are not, so all of them are read as fields; say !Fields or"
                            + " !Match to be clear",
                    true));
        }
        return fields(map, path);
    }

    private Shape.Fields fields(Map<?, ?> map, List<Object> path) {
        var fields = new LinkedHashMap<String, Shape>();
        map.forEach((key, value) -> fields.put(String.valueOf(key), shape(value, below(path, String.valueOf(key)))));
        return new Shape.Fields(fields);
    }

    /** The matchers of a map whose every key is a matcher's name. */
    private Shape matchers(Map<?, ?> map, List<Object> path) {
        var matchers = new ArrayList<Matcher>();
        map.forEach((key, argument) -> {
            Matcher matcher = matcher(String.valueOf(key), argument, below(path, String.valueOf(key)));
            if (matcher != null) {
                matchers.add(matcher);
            }
        });
        return new Shape.Match(matchers);
    }

    /** Reads a map of matchers, whatever its keys are ({@code !Match}); an unknown name is a fault. */
    public static Shape readMatchers(Map<?, ?> data, Consumer<Fault> faults) {
        return new ShapeReader(faults).matchers(data, List.of());
    }

    private @Nullable Matcher matcher(String name, @Nullable Object argument, List<Object> path) {
        return switch (name) {
            case "matches" ->
                argument instanceof String s ? new Matcher.Matches(s) : bad(path, name, "a string", argument);
            case "prefix" ->
                argument instanceof String s ? new Matcher.Prefix(s) : bad(path, name, "a string", argument);
            case "contains" -> new Matcher.Contains(sought(element(argument, path)));
            case "keys" -> keys(argument, path);
            case "gte" -> bound(name, argument, path, Matcher.Gte::new);
            case "lte" -> bound(name, argument, path, Matcher.Lte::new);
            case "count" -> count(argument, path);
            case "first" -> new Matcher.First(shape(argument, path));
            case "any" ->
                argument instanceof List<?> list ? anyOf(list, path) : new Matcher.Any(shape(argument, path), null);
            case "every" ->
                argument instanceof List<?>
                        ? bad(path, name, "a map or a single value (for one of several: {any: […]})", argument)
                        : new Matcher.Every(shape(argument, path));
            case "not" -> new Matcher.Not(shape(argument, path));
            case "empty" ->
                argument instanceof Boolean b ? new Matcher.Empty(b) : bad(path, name, "true or false", argument);
            default -> {
                faults.accept(new Fault(
                        path,
                        "\"" + name + "\" is not a matcher; there are " + String.join(", ", Matcher.NAMES),
                        false));
                yield null;
            }
        };
    }

    private static final String BOUND = "a number, or an ISO 8601 date or timestamp";

    private @Nullable Matcher bound(
            String name, @Nullable Object argument, List<Object> path, Function<Object, Matcher> matcher) {
        if (!(argument instanceof Number) && !(argument instanceof String)) {
            return bad(path, name, BOUND, argument);
        }
        Object bound = value(argument, path);
        return bound == null ? null : matcher.apply(bound);
    }

    private @Nullable Matcher keys(@Nullable Object argument, List<Object> path) {
        if (argument instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return new Matcher.Keys(list.stream().map(String.class::cast).toList());
        }
        return argument instanceof String one
                ? new Matcher.Keys(List.of(one))
                : bad(path, "keys", "a list of strings", argument);
    }

    private @Nullable Matcher count(@Nullable Object argument, List<Object> path) {
        boolean size = argument instanceof Integer || argument instanceof Long;
        return size || argument instanceof Map || argument instanceof Shape
                ? new Matcher.Count(shape(argument, path))
                : bad(path, "count", "an integer or a map of matchers", argument);
    }

    private @Nullable Object value(@Nullable Object data, List<Object> path) {
        try {
            return Data.freeze(data);
        } catch (NotPlainData e) {
            faults.accept(new Fault(path, String.valueOf(e.getMessage()), false));
            return null;
        }
    }

    private Matcher anyOf(List<?> list, List<Object> path) {
        return switch (element(list, path)) {
            case Shape.Items items ->
                new Matcher.Any(
                        items,
                        Collections.unmodifiableList(
                                items.items().stream().map(ShapeReader::sought).collect(Collectors.toList())));
            case Shape.Literal(List<?> alternatives) ->
                new Matcher.Any(new Shape.Literal(alternatives), Data.freezeList(alternatives));
            // The list holds something that is no plain data, which was reported.
            case Shape other -> new Matcher.Any(other, Data.list());
        };
    }

    /** A literal as its value, any other shape as it is. */
    private static @Nullable Object sought(Shape shape) {
        return shape instanceof Shape.Literal literal ? literal.value() : shape;
    }

    /** Plain data with every shape in it replaced by its data form. */
    static @Nullable Object plain(@Nullable Object data) {
        return switch (data) {
            case Shape shape -> shape.toData();
            case List<?> list -> {
                var items = Data.listBuilder();
                list.forEach(item -> items.add(item instanceof Shape shape ? shape.toData() : item));
                yield items.build();
            }
            case null, default -> data;
        };
    }

    private @Nullable Matcher bad(List<Object> path, String name, String allowed, @Nullable Object got) {
        String shown = got == null || got instanceof String || got instanceof Number || got instanceof Boolean
                ? Json.compact(got)
                : got instanceof Map
                        ? "a map"
                        : got instanceof List ? "a list" : got.getClass().getName();
        faults.accept(new Fault(path, name + " takes " + allowed + ", got " + shown, false));
        return null;
    }

    private static List<Object> below(List<Object> path, Object step) {
        var longer = new ArrayList<Object>(path);
        longer.add(step);
        return longer;
    }

    static @Nullable Object data(Shape shape) {
        return switch (shape) {
            case Shape.Present _ -> true;
            case Shape.Literal literal -> literal.value();
            case Shape.Fields fields -> {
                var map = Data.mapBuilder();
                fields.fields().forEach((name, field) -> map.put(name, field.toData()));
                yield map.build();
            }
            case Shape.Items items -> plain(items.items());
            case Shape.Match match -> {
                var map = Data.mapBuilder();
                match.matchers().forEach(matcher -> map.put(matcher.name(), matcher.argument()));
                yield map.build();
            }
        };
    }
}
