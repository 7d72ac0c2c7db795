package io.precinct.configuration.compare;

import io.precinct.configuration.compare.diff.Pointer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Members of objects that some values have and others lack. Elements of arrays are not told, since they move. For a single
 * use; not thread-safe.
 */
final class MissingPointers {
    private final int most;
    private final List<Missing> found = new ArrayList<>();
    private boolean cut;

    private MissingPointers(int most) {
        this.most = most;
    }

    /**
     * A member that is missing.
     *
     * @param groups indexes of the values that lack it
     */
    record Missing(String pointer, List<Integer> groups) {}

    /**
     * All of them.
     *
     * @param complete whether there are no more
     */
    record Result(List<Missing> missing, boolean complete) {}

    /** A value and its index among the groups. */
    private record Held(int group, @Nullable Object value) {}

    /** What some of these values lack, at most so much. */
    static Result among(List<?> values, int most) {
        var missing = new MissingPointers(most);
        List<Held> all = new ArrayList<>();
        for (Object value : values) {
            all.add(new Held(all.size(), value));
        }
        missing.look("", all);
        return new Result(List.copyOf(missing.found), !missing.cut);
    }

    private void look(String pointer, List<Held> values) {
        List<Held> objects =
                values.stream().filter(held -> held.value instanceof Map).toList();
        if (objects.size() < 2 || cut) {
            return;
        }
        Set<String> names = new LinkedHashSet<>();
        objects.forEach(held -> members(held).keySet().forEach(name -> names.add(String.valueOf(name))));
        for (String name : names) {
            List<Held> having = new ArrayList<>();
            List<Integer> lacking = new ArrayList<>();
            for (Held held : objects) {
                if (members(held).containsKey(name)) {
                    having.add(new Held(held.group, members(held).get(name)));
                } else {
                    lacking.add(held.group);
                }
            }
            String at = Pointer.member(pointer, name);
            if (!lacking.isEmpty()) {
                add(new Missing(at, List.copyOf(lacking)));
            }
            look(at, having);
        }
    }

    private void add(Missing missing) {
        if (found.size() == most) {
            cut = true;
        } else {
            found.add(missing);
        }
    }

    private static Map<?, ?> members(Held held) {
        return held.value instanceof Map<?, ?> map ? map : Map.of();
    }
}
