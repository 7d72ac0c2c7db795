package io.precinct.cases.record;

import io.precinct.api.contract.Type;
import io.precinct.rest.api.Form;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The description of one member of {@link TaskField}. The initializer of the enum builds it; it does not change
 * afterwards.
 *
 * @param <T> the values of the type
 */
final class MemberDescription<T> {
    final Type<T> type;

    /** Computes the value from a case; null for a stored value, which clients give. */
    final @Nullable Function<Task, ? extends @Nullable Object> assigned;

    /**
     * Reads a value that is present and returns it as plain data. If the value is invalid, adds faults and returns
     * null.
     */
    BiFunction<Form, String, ? extends @Nullable Object> reader;

    @Nullable
    Object absent;

    boolean required;
    boolean kept;
    boolean withTheWhole;
    boolean local;
    MemberFilter filter;

    @Nullable
    String dimension;

    @Nullable
    String absentWord;

    @Nullable
    String rankColumn;

    ToIntFunction<String> rank = _ -> 0;

    private MemberDescription(Type<T> type, @Nullable Function<Task, ? extends @Nullable Object> assigned) {
        this.type = type;
        this.assigned = assigned;
        reader = (form, name) -> {
            T value = form.read(name, type);
            return value == null ? null : type.plain(value);
        };
        filter = MemberFilter.of(type);
    }

    /** Describes a value that clients give and that a column stores. */
    static <T> MemberDescription<T> given(Type<T> type) {
        return new MemberDescription<>(type, null);
    }

    /** Describes a value that the service assigns to every case; the getter returns it as plain data. */
    static <T> MemberDescription<T> assigned(Type<T> type, Function<Task, Object> getter) {
        return new MemberDescription<>(type, getter).filteredBy(MemberFilter.NONE);
    }

    /** Sets special rules to read the value. */
    MemberDescription<T> readBy(BiFunction<Form, String, ? extends @Nullable Object> rules) {
        reader = rules;
        return this;
    }

    /** Sets the default, which is null otherwise. */
    MemberDescription<T> orElse(Object plain) {
        absent = plain;
        return this;
    }

    /** Requires the member in a new case; it can never be removed. */
    MemberDescription<T> required() {
        required = true;
        return kept();
    }

    /** Forbids patches to remove the member. */
    MemberDescription<T> kept() {
        kept = true;
        return this;
    }

    /** Lets clients give the member only with a whole case; a template may set it, too. */
    MemberDescription<T> withTheWhole() {
        withTheWhole = true;
        return this;
    }

    /** Makes the member local to each instance: sync neither compares nor merges it. */
    MemberDescription<T> local() {
        local = true;
        return this;
    }

    /** Sets how search by fields filters by the member, instead of the default for its type. */
    MemberDescription<T> filteredBy(MemberFilter other) {
        filter = other;
        return this;
    }

    /**
     * Makes the statistics count by the member.
     *
     * @param by the name of the dimension in the statistics
     * @param none the word under which cases without a value are counted and searched; null if every case has a value
     */
    MemberDescription<T> counted(String by, @Nullable String none) {
        dimension = by;
        absentWord = none;
        return this;
    }

    /** Sorts and searches the words of the member by a number, which a generated column stores. */
    MemberDescription<T> ranked(String column, ToIntFunction<String> number) {
        rankColumn = column;
        rank = number;
        return this;
    }
}
