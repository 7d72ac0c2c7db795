package io.precinct.api.contract;

import io.precinct.api.data.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How things of one kind are served: an object {@link Schema} that also has the getter of each member. The answer and
 * its schema cannot differ, because both are made from this one list.
 *
 * <pre>{@code
 * record Note(String id, @Nullable Instant editedAt, List<Link> links) {
 *     static final View<Note> VIEW = View.<Note>object()
 *             .with("id", Schema.text().example("note-0a1b2c3d"), Note::id)
 *             .with("edited_at", Schema.text().format("date-time").orNull(), note -> Objects.toString(note.editedAt, null))
 *             .list("links", Link.VIEW, Note::links)
 *             .named("Note");
 * }
 * }</pre>
 *
 * Immutable and thread-safe.
 *
 * @param <T> one of the things
 * @since 1.5
 */
public final class View<T> {
    private final Schema schema;
    private final List<Member<T>> members;

    /** The keys of answers, by the set of missing optional members. */
    private final Map<Long, Keys> keys = new ConcurrentHashMap<>(2);

    /**
     * A member.
     *
     * @param getter its value as plain data
     * @param optional whether it may be missing
     * @param when condition for an optional one; null to include it whenever it has a value
     */
    private record Member<T>(
            String name,
            Function<? super T, ? extends @Nullable Object> getter,
            boolean optional,
            @Nullable Predicate<? super T> when) {
        boolean isMissing(T thing, @Nullable Object value) {
            return optional && (when == null ? value == null : !when.test(thing));
        }
    }

    private View(Schema schema, List<Member<T>> members) {
        this.schema = schema;
        this.members = members;
    }

    /** An object without members so far. */
    public static <T> View<T> object() {
        return new View<>(Schema.object(), List.of());
    }

    /**
     * The same object with a member that is always present.
     *
     * @param getter its value as plain data; null only if the schema allows it
     * @throws IllegalArgumentException if it has such a member, or 64 of them
     */
    public View<T> with(String member, Schema shown, Function<? super T, ? extends @Nullable Object> getter) {
        return and(schema.with(member, shown), new Member<>(member, getter, false, null));
    }

    /** The same object with a nested one that is always present. */
    public <V> View<T> with(String member, View<V> nested, Function<? super T, ? extends V> getter) {
        return with(member, nested.schema(), thing -> nested.toData(getter.apply(thing)));
    }

    /** The same object with a list of nested ones that is always present. */
    public <V> View<T> list(String member, View<V> nested, Function<? super T, ? extends List<? extends V>> getter) {
        return with(member, Schema.list(nested.schema()), thing -> nested.toList(getter.apply(thing)));
    }

    /** As {@link #with(String, Schema, Function)}; an answer omits the member if its value is null. */
    public View<T> optionally(String member, Schema shown, Function<? super T, ? extends @Nullable Object> getter) {
        return and(schema.optionally(member, shown), new Member<>(member, getter, true, null));
    }

    /** As {@link #with(String, Schema, Function)}; an answer has the member only if this holds. */
    public View<T> optionally(
            String member,
            Schema shown,
            Function<? super T, ? extends @Nullable Object> getter,
            Predicate<? super T> when) {
        return and(schema.optionally(member, shown), new Member<>(member, getter, true, when));
    }

    private View<T> and(Schema more, Member<T> member) {
        if (members.stream().anyMatch(one -> one.name.equals(member.name))) {
            throw new IllegalArgumentException("a view has each member once, and \"" + member.name + "\" is there");
        }
        if (members.size() == Long.SIZE) {
            throw new IllegalArgumentException(
                    "a view has at most " + Long.SIZE + " members, and \"" + member.name + "\" is one more");
        }
        List<Member<T>> longer = new ArrayList<>(members);
        longer.add(member);
        return new View<>(more, List.copyOf(longer));
    }

    /** The same; its schema has this {@linkplain Schema#named name}. */
    public View<T> named(String name) {
        return new View<>(schema.named(name), members);
    }

    /** The same; its schema allows {@linkplain Schema#open further members}. */
    public View<T> open() {
        return new View<>(schema.open(), members);
    }

    /** The schema of the answers. */
    public Schema schema() {
        return schema;
    }

    /**
     * The answer for one thing.
     *
     * @return frozen plain data
     */
    public Map<String, @Nullable Object> toData(T thing) {
        int size = members.size();
        var values = new @Nullable Object[size];
        long missing = 0;
        for (int i = 0; i < size; i++) {
            Member<T> member = members.get(i);
            values[i] = member.getter.apply(thing);
            if (member.isMissing(thing, values[i])) {
                missing |= 1L << i;
            }
        }
        return keys.computeIfAbsent(missing, this::keysWithout).map(missing == 0 ? values : there(values, missing));
    }

    private static @Nullable Object[] there(@Nullable Object[] values, long missing) {
        var there = new @Nullable Object[values.length - Long.bitCount(missing)];
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            if ((missing & 1L << i) == 0) {
                there[next++] = values[i];
            }
        }
        return there;
    }

    private Keys keysWithout(long missing) {
        return Keys.of(IntStream.range(0, members.size())
                .filter(i -> (missing & 1L << i) == 0)
                .mapToObj(i -> members.get(i).name)
                .toList());
    }

    /** The answers for several things. */
    public List<Map<String, @Nullable Object>> toList(List<? extends T> things) {
        List<Map<String, @Nullable Object>> list = new ArrayList<>(things.size());
        things.forEach(thing -> list.add(toData(thing)));
        return list;
    }
}
