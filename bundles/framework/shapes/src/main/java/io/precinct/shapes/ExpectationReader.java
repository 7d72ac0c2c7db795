package io.precinct.shapes;

import io.precinct.api.shape.Shape;
import io.precinct.api.shape.ShapeReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads shapes that people write into scenarios and fixtures. It reads the same notation as {@link ShapeReader}, but
 * refuses what looks like matchers and is none: such a map would be read as fields of the data, and within {@code not}
 * it would pass whatever the answer is. A shape that stands in the data ({@code !Fields} or {@code !Match} in YAML) says
 * what it is and is taken as it stands. For a single use.
 *
 * @since 1.2
 */
public final class ExpectationReader {
    private static final int DEEPEST = DepthLimit.OF_SHAPE;

    private final Consumer<Fault> faults;
    private final Set<List<Object>> reported = new HashSet<>();

    private ExpectationReader(Consumer<Fault> faults) {
        this.faults = faults;
    }

    /**
     * Something in a shape that has no meaning.
     *
     * @param path keys (String) and indices (Integer) from the root of the data to the place
     * @param message what is wrong
     * @param hint what to write instead, such as the nearest name of a matcher; or null
     */
    public record Fault(
            List<Object> path, String message, @Nullable String hint) {
        public Fault {
            path = List.copyOf(path);
        }

        /** The fault on one line: {@code items[0].n: message (hint)}. */
        public String text() {
            return (path.isEmpty() ? "" : Path.of(path).text() + ": ")
                    + message
                    + (hint == null ? "" : " (" + hint + ")");
        }
    }

    /**
     * The fields that {@code data} requires; its top level is always fields, whatever their names are.
     *
     * @param data plain data in which shapes may stand
     * @param faults receives every fault; the shape must not be used if there is one
     */
    public static Shape.Fields readFields(Map<?, ?> data, Consumer<Fault> faults) {
        var reader = new ExpectationReader(faults);
        data.forEach((key, value) -> reader.check(value, List.of(String.valueOf(key))));
        return ShapeReader.readFields(data, reader::accept);
    }

    /** As {@link #readFields}, for a map of matchers ({@code !Match}), of which every key must name one. */
    public static Shape readMatchers(Map<?, ?> data, Consumer<Fault> faults) {
        var reader = new ExpectationReader(faults);
        data.forEach((key, argument) -> {
            String name = String.valueOf(key);
            if (!MatcherWords.isMatcher(name)) {
                reader.fault(List.of(name), BoundedJson.text(name) + " is not a matcher", MatcherWords.hint(name));
            }
            reader.check(argument, List.of(name));
        });
        return ShapeReader.readMatchers(data, reader::accept);
    }

    /** Whether a map with these keys is read as fields even if nothing says so; otherwise it needs {@code !Fields}. */
    public static boolean isReadAsFields(Collection<String> keys) {
        return !keys.isEmpty() && !MatcherWords.looksLikeMatchers(keys);
    }

    /** Passes a fault of the notation on. Its warnings are about maps that were checked here. */
    private void accept(ShapeReader.Fault fault) {
        if (!fault.warning() && !reported.contains(fault.path())) {
            faults.accept(new Fault(fault.path(), fault.message(), null));
        }
    }

    private void fault(List<Object> path, String message, @Nullable String hint) {
        reported.add(path);
        faults.accept(new Fault(path, message, hint));
    }

    private void check(@Nullable Object data, List<Object> path) {
        if (path.size() > DEEPEST) {
            return;
        }
        switch (data) {
            case Map<?, ?> map -> map(map, path);
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    check(list.get(i), below(path, i));
                }
            }
            case null, default -> {
                // Scalars have no keys, and a shape says what it is.
            }
        }
    }

    private void map(Map<?, ?> map, List<Object> path) {
        long known = map.keySet().stream().filter(MatcherWords::isMatcher).count();
        if (known == 0) {
            meantAsMatchers(map, path);
        } else if (known < map.size()) {
            mixed(map, path);
        }
        map.forEach((key, value) -> check(value, below(path, String.valueOf(key))));
    }

    /** Reports a map whose every key was meant as a matcher, though none is one: {@code {lt: 5}}. */
    private void meantAsMatchers(Map<?, ?> map, List<Object> path) {
        boolean all = map.entrySet().stream()
                .allMatch(entry -> MatcherWords.meant(String.valueOf(entry.getKey()), entry.getValue())
                        .isPresent());
        if (all) {
            for (Object key : map.keySet()) {
                String name = String.valueOf(key);
                fault(
                        below(path, name),
                        BoundedJson.text(name) + " is no matcher",
                        sentence(MatcherWords.hint(name)) + "Say !Fields {…} if it is a field of the data");
            }
        }
    }

    private void mixed(Map<?, ?> map, List<Object> path) {
        for (Object key : map.keySet()) {
            String name = String.valueOf(key);
            if (!MatcherWords.isMatcher(name)) {
                fault(
                        below(path, name),
                        BoundedJson.text(name) + " is no matcher, but stands beside " + MatcherWords.known(map),
                        sentence(MatcherWords.hint(name)) + "Say !Fields {…} if all of them are fields of the data");
            }
        }
    }

    private static String sentence(String hint) {
        return hint + (hint.endsWith("?") ? " " : ". ");
    }

    private static List<Object> below(List<Object> path, Object step) {
        var longer = new ArrayList<Object>(path);
        longer.add(step);
        return longer;
    }
}
