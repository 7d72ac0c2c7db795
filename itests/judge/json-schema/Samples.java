import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.shape.Shape;
import io.precinct.api.shape.ShapeReader;
import io.precinct.shapes.CompiledShape;
import io.precinct.shapes.JsonSchema;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Prints random shapes, one JSON line each: {@code shape}, the {@code schema} made from it, sampled {@code data}, and
 * which of the data the matcher accepts. Argument: the number of shapes. Every run prints the same shapes. Values are
 * taken from a small set, so that data often matches shapes.
 */
class Samples {
    private static final List<String> TEXTS =
            List.of("", "a", "ab", "abab", "b1", "12", "ä", "😀", "a.b", "A", "2024-01-01");
    private static final List<Object> NUMBERS = List.of(-1L, 0L, 1L, 2L, 3L, 1.5, 2.0, 1000.0);
    private static final List<String> PATTERNS =
            List.of("^a", "b$", "[0-9]+", "a\\.b", "^(ab)+$", "^\\d{2}$", "^.{1,3}$", "^\\p{L}+$", "(?i)^a$", "[^a]");
    private static final List<String> KEYS = List.of("a", "b", "c", "ab");

    private final Random random = new Random(2020);

    public static void main(String[] args) {
        var samples = new Samples();
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            out.println(samples.line());
        }
        out.flush();
    }

    private String line() {
        Shape shape = ShapeReader.read(random.nextBoolean() ? fields(2) : matchers(2), fault -> {});
        CompiledShape compiled = CompiledShape.compile(shape, fault -> {});
        var data = new ArrayList<>();
        var matches = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Object sample = Data.freeze(i < 12 ? near(shape, 3) : any(2));
            data.add(sample);
            matches.add(compiled.matches(sample));
        }
        return Json.compact(Data.map(
                "shape", shape.toData(), "schema", JsonSchema.document(shape), "data", data, "matches", matches));
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private Object any(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2, 3 -> one(NUMBERS);
            case 4, 5 -> one(TEXTS);
            case 6 -> some(depth - 1);
            default -> {
                var map = new LinkedHashMap<String, Object>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    map.put(one(KEYS), any(depth - 1));
                }
                yield map;
            }
        };
    }

    private List<Object> some(int depth) {
        var list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(any(depth));
        }
        return list;
    }

    /** The data form of a shape. */
    private Object shape(int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 3)) {
            case 0 -> true;
            case 1 -> any(0);
            case 2 -> any(1);
            case 3 -> fields(depth - 1);
            case 4 -> shapes(depth - 1);
            default -> matchers(depth - 1);
        };
    }

    private List<Object> shapes(int depth) {
        var shapes = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            shapes.add(shape(depth));
        }
        return shapes;
    }

    private Map<String, Object> fields(int depth) {
        var fields = new LinkedHashMap<String, Object>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            fields.put(one(KEYS), shape(depth));
        }
        return fields;
    }

    private Map<String, Object> matchers(int depth) {
        var matchers = new LinkedHashMap<String, Object>();
        for (int i = random.nextInt(5) == 0 ? 2 : 1; i > 0; i--) {
            switch (random.nextInt(12)) {
                case 0 -> matchers.put("matches", one(PATTERNS));
                case 1 -> matchers.put("prefix", one(TEXTS));
                case 2 -> matchers.put("contains", random.nextBoolean() ? any(1) : shape(depth));
                case 3 -> matchers.put("keys", List.of(one(KEYS), one(KEYS)));
                case 4 -> matchers.put("gte", random.nextInt(5) == 0 ? "2024-01-01" : one(NUMBERS));
                case 5 -> matchers.put("lte", one(NUMBERS));
                case 6 ->
                    matchers.put("count", random.nextBoolean() ? random.nextLong(4) : Map.of("gte", random.nextLong(4)));
                case 7 -> matchers.put("first", shape(depth));
                case 8 -> matchers.put("any", random.nextBoolean() ? some(1) : random.nextBoolean() ? shapes(depth) : shape(depth));
                case 9 -> matchers.put("not", shape(depth));
                case 10 -> matchers.put("every", shape(depth) instanceof Map<?, ?> element ? element : one(NUMBERS));
                default -> matchers.put("empty", random.nextBoolean());
            }
        }
        return matchers;
    }

    /** Data that a shape is likely to accept. */
    private Object near(Shape shape, int depth) {
        if (depth == 0 || random.nextInt(12) == 0) {
            return any(1);
        }
        return switch (shape) {
            case Shape.Present _ -> any(1);
            case Shape.Literal literal -> literal.value();
            case Shape.Fields fields -> {
                var map = new LinkedHashMap<String, Object>();
                fields.fields().forEach((key, field) -> map.put(key, near(field, depth - 1)));
                if (random.nextInt(4) == 0) {
                    map.put(one(KEYS), any(1));
                }
                yield map;
            }
            case Shape.Items items -> {
                var list = new ArrayList<>();
                items.items().forEach(item -> list.add(near(item, depth - 1)));
                yield list;
            }
            case Shape.Match match -> near(match.matchers().getFirst().name(), match.matchers().getFirst().argument(), depth);
        };
    }

    private Object near(String matcher, Object argument, int depth) {
        return switch (matcher) {
            case "matches" -> one(TEXTS);
            case "prefix" -> argument + one(TEXTS);
            case "contains" -> {
                var list = some(1);
                list.addAll(argument instanceof List<?> all ? all : java.util.Collections.singletonList(argument));
                yield argument instanceof String text && random.nextBoolean()
                        ? random.nextBoolean() ? one(TEXTS) + text : Map.of(text, 1L)
                        : list;
            }
            case "keys" -> {
                var map = new LinkedHashMap<String, Object>();
                ((List<?>) argument).forEach(key -> map.put((String) key, any(0)));
                yield map;
            }
            case "gte", "lte" -> random.nextInt(6) == 0 ? one(TEXTS) : one(NUMBERS);
            case "count" -> random.nextBoolean() ? some(0) : any(1);
            case "first" -> {
                var list = some(0);
                list.addFirst(near(ShapeReader.read(argument, fault -> {}), depth - 1));
                yield list;
            }
            case "every" -> {
                var list = new ArrayList<>();
                for (int i = random.nextInt(1, 3); i > 0; i--) {
                    list.add(near(ShapeReader.read(argument, fault -> {}), depth - 1));
                }
                yield list;
            }
            case "any" -> {
                if (argument instanceof List<?> all) {
                    yield all.isEmpty() ? any(1) : random.nextBoolean() ? one(all) : List.of(any(0) instanceof String s ? s : "a", "b");
                }
                var list = some(0);
                list.add(near(ShapeReader.read(argument, fault -> {}), depth - 1));
                yield list;
            }
            case "empty" -> random.nextBoolean() ? one(List.of("", List.of(), Map.of())) : any(1);
            default -> any(2);
        };
    }
}
