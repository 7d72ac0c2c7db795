package io.precinct.configuration.compare.diff;

import io.precinct.api.data.Data;
import io.precinct.configuration.compare.diff.Change.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes between two values of plain data. Objects are compared member by member. Of arrays, the equal elements that
 * stand in the same order are matched first; between them, objects are matched by their {@code name}, {@code id} or
 * {@code key}, and others by their place. An object that moved is removed and added; its changes stand before its removal.
 * The changes of an array stand from its end to its beginning, so that each pointer
 * has the index that the element has in the base. For a single use; not thread-safe.
 */
public final class DataDiff {
    private static final List<String> IDENTITIES = List.of("name", "id", "key");

    private final int most;
    private final Effort effort;
    private final List<Change> changes = new ArrayList<>();
    private final Map<Object, Integer> hashes = new IdentityHashMap<>();
    private boolean cut;

    private DataDiff(int most, Effort effort) {
        this.most = most;
        this.effort = effort;
    }

    /**
     * The changes.
     *
     * @param complete whether there are no more; if there are, the changes are no patch
     */
    public record Result(List<Change> changes, boolean complete) {
        public Result {
            changes = List.copyOf(changes);
        }
    }

    /** The changes from a base to a value, at most so many. */
    public static Result of(@Nullable Object base, @Nullable Object value, int most, Effort effort) {
        var diff = new DataDiff(most, effort);
        diff.compare("", base, value);
        return new Result(diff.changes, !diff.cut);
    }

    private void compare(String pointer, @Nullable Object base, @Nullable Object value) {
        if (base instanceof Map<?, ?> was && value instanceof Map<?, ?> is) {
            members(pointer, was, is);
        } else if (base instanceof List<?> was && value instanceof List<?> is) {
            elements(pointer, was, is);
        } else if (!Data.equal(base, value)) {
            add(new Change(pointer, Op.REPLACE, base, value));
        }
    }

    private void add(Change change) {
        if (changes.size() == most) {
            cut = true;
        } else {
            changes.add(change);
        }
    }

    private void members(String pointer, Map<?, ?> base, Map<?, ?> value) {
        base.forEach((key, was) -> {
            String at = Pointer.member(pointer, String.valueOf(key));
            if (value.containsKey(key)) {
                compare(at, was, value.get(key));
            } else {
                add(new Change(at, Op.REMOVE, was, null));
            }
        });
        value.forEach((key, is) -> {
            if (!base.containsKey(key)) {
                add(new Change(Pointer.member(pointer, String.valueOf(key)), Op.ADD, null, is));
            }
        });
    }

    private void elements(String pointer, List<?> base, List<?> value) {
        List<Gap> gaps = Gap.<Object>between(nonNull(base), nonNull(value), this::equal, effort);
        Map<Object, Object> moved = gaps.isEmpty() ? Map.of() : identified(base, value);
        for (int i = gaps.size() - 1; i >= 0 && !cut; i--) {
            gap(pointer, base, value, gaps.get(i), moved);
        }
    }

    /** The elements of the value by those of the base that have the same identity, which none of their neighbours has. */
    private static Map<Object, Object> identified(List<?> base, List<?> value) {
        for (String identity : IDENTITIES) {
            List<Object> before = identities(base, identity);
            List<Object> after = identities(value, identity);
            if (before.size() == base.size()
                    && after.size() == value.size()
                    && Set.copyOf(before).size() == before.size()
                    && Set.copyOf(after).size() == after.size()) {
                Map<Object, Object> values = new HashMap<>();
                for (int i = 0; i < after.size(); i++) {
                    values.put(after.get(i), value.get(i));
                }
                Map<Object, Object> pairs = new IdentityHashMap<>();
                for (int i = 0; i < before.size(); i++) {
                    Object same = values.get(before.get(i));
                    if (same != null) {
                        pairs.put(base.get(i), same);
                    }
                }
                return pairs;
            }
        }
        return Map.of();
    }

    /** The differ of sequences has no nulls. */
    private static List<Object> nonNull(List<?> elements) {
        return elements.stream()
                .map(element -> Objects.requireNonNullElse(element, Absent.NULL))
                .toList();
    }

    private enum Absent {
        NULL
    }

    private boolean equal(Object base, Object value) {
        return hash(base) == hash(value) && Data.equal(base, value);
    }

    /** Equal values have equal hashes, numbers by what they amount to. Those of objects and arrays are remembered. */
    private int hash(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Integer known = hashes.get(map);
                if (known == null) {
                    int sum = 1;
                    for (Map.Entry<?, ?> entry : map.entrySet()) {
                        sum += 31 * entry.getKey().hashCode() ^ hash(entry.getValue());
                    }
                    known = sum;
                    hashes.put(map, known);
                }
                yield known;
            }
            case List<?> list -> {
                Integer known = hashes.get(list);
                if (known == null) {
                    int sum = 2;
                    for (Object element : list) {
                        sum = 31 * sum + hash(element);
                    }
                    known = sum;
                    hashes.put(list, known);
                }
                yield known;
            }
            case Number number -> Double.hashCode(number.doubleValue() + 0.0);
            case null -> 0;
            default -> value.hashCode();
        };
    }

    /** Two elements that are one and the same thing with changes. */
    private record Pair(int base, int value) {}

    private void gap(String pointer, List<?> base, List<?> value, Gap gap, Map<Object, Object> moved) {
        List<Pair> pairs = pairs(base, value, gap);
        int to = gap.to();
        int valueTo = gap.valueTo();
        for (int i = pairs.size() - 1; i >= 0; i--) {
            Pair pair = pairs.get(i);
            instead(pointer, base, value, new Gap(pair.base + 1, to, pair.value + 1, valueTo), moved);
            compare(Pointer.element(pointer, pair.base), base.get(pair.base), value.get(pair.value));
            to = pair.base;
            valueTo = pair.value;
        }
        instead(pointer, base, value, new Gap(gap.from(), to, gap.valueFrom(), valueTo), moved);
    }

    private void instead(String pointer, List<?> base, List<?> value, Gap gap, Map<Object, Object> moved) {
        for (int i = gap.to() - 1; i >= gap.from(); i--) {
            Object elsewhere = base.get(i) instanceof Map<?, ?> object ? moved.get(object) : null;
            if (elsewhere != null) {
                compare(Pointer.element(pointer, i), base.get(i), elsewhere);
            }
            add(new Change(Pointer.element(pointer, i), Op.REMOVE, base.get(i), null));
        }
        for (int i = gap.valueTo() - 1; i >= gap.valueFrom(); i--) {
            add(new Change(Pointer.element(pointer, gap.from()), Op.ADD, null, value.get(i)));
        }
    }

    private List<Pair> pairs(List<?> base, List<?> value, Gap gap) {
        List<?> was = base.subList(gap.from(), gap.to());
        List<?> is = value.subList(gap.valueFrom(), gap.valueTo());
        for (String identity : IDENTITIES) {
            List<Object> before = identities(was, identity);
            List<Object> after = identities(is, identity);
            if (before.size() == was.size() && after.size() == is.size()) {
                return pairs(before, after, gap.from(), gap.valueFrom());
            }
        }
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < Math.min(was.size(), is.size()); i++) {
            pairs.add(new Pair(gap.from() + i, gap.valueFrom() + i));
        }
        return pairs;
    }

    /** The pairs of those that have the same identity and stand in the same order. */
    private List<Pair> pairs(List<Object> before, List<Object> after, int from, int valueFrom) {
        List<Gap> gaps = Gap.between(before, after, Data::equal, effort);
        List<Pair> pairs = new ArrayList<>();
        int at = 0;
        int valueAt = 0;
        for (int i = 0; i <= gaps.size(); i++) {
            int end = i < gaps.size() ? gaps.get(i).from() : before.size();
            while (at < end) {
                pairs.add(new Pair(from + at++, valueFrom + valueAt++));
            }
            if (i < gaps.size()) {
                at = gaps.get(i).to();
                valueAt = gaps.get(i).valueTo();
            }
        }
        return pairs;
    }

    /** What names the elements; fewer than there are elements if some have no such name. */
    private static List<Object> identities(List<?> elements, String identity) {
        return elements.stream()
                .map(element -> element instanceof Map<?, ?> map ? map.get(identity) : null)
                .filter(named -> named instanceof String || named instanceof Number)
                .map(named -> (Object) named)
                .toList();
    }
}
