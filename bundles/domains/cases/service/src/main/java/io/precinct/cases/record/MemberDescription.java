package io.precinct.cases.record;

import io.precinct.api.contract.Type;
import io.precinct.rest.api.Form;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What {@link TaskField} says of one of its members. It is made in the initializer of the list and does not change afterwards.
 *
 * @param <T> values of the type
 */
final class MemberDescription<T> {
    final Type<T> type;

    /** Reads it of a case of which it is no stored value; null if it is a stored value, which clients give. */
    final @Nullable Function<Task, ? extends @Nullable Object> assigned;

    /** Reads a value that is there, as plain data; null, and faults, if it cannot be. */
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

    /** A value that clients give and a column holds. */
    static <T> MemberDescription<T> given(Type<T> type) {
        return new MemberDescription<>(type, null);
    }

    /** What the service knows of every case; the getter returns it as plain data. */
    static <T> MemberDescription<T> assigned(Type<T> type, Function<Task, Object> getter) {
        return new MemberDescription<>(type, getter).filteredBy(MemberFilter.NONE);
    }

    /** By rules of its own. */
    MemberDescription<T> readBy(BiFunction<Form, String, ? extends @Nullable Object> rules) {
        reader = rules;
        return this;
    }

    /** What it is where it is not given; null without this. */
    MemberDescription<T> orElse(Object plain) {
        absent = plain;
        return this;
    }

    /** A new case must have it, and none can lose it. */
    MemberDescription<T> required() {
        required = true;
        return kept();
    }

    /** A patch cannot take it away. */
    MemberDescription<T> kept() {
        kept = true;
        return this;
    }

    /** Clients give it only with a whole case; a template, too, may set it. */
    MemberDescription<T> withTheWhole() {
        withTheWhole = true;
        return this;
    }

    /** Each instance has its own: it is no part of what instances compare and merge. */
    MemberDescription<T> local() {
        local = true;
        return this;
    }

    /** How search by fields asks for it, if not as for every value of its type. */
    MemberDescription<T> filteredBy(MemberFilter other) {
        filter = other;
        return this;
    }

    /**
     * The statistics count by it.
     *
     * @param by what they call it
     * @param none what a case without it counts as and is asked for; null if every case has it
     */
    MemberDescription<T> counted(String by, @Nullable String none) {
        dimension = by;
        absentWord = none;
        return this;
    }

    /** Its values are words that are sorted and looked for by number, in a generated column. */
    MemberDescription<T> ranked(String column, ToIntFunction<String> number) {
        rankColumn = column;
        rank = number;
        return this;
    }
}
