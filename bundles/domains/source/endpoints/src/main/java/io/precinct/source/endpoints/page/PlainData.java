package io.precinct.source.endpoints.page;

import io.precinct.rest.api.Property;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plain data for templates: a member that is missing, or of another kind, is empty.
 *
 * @param members its members
 */
public record PlainData(Map<String, @Nullable Object> members) {
    @SuppressWarnings("unchecked") // plain data
    private static PlainData of(@Nullable Object value) {
        return new PlainData(value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of());
    }

    /** Whether it has no members. */
    public boolean isEmpty() {
        return members.isEmpty();
    }

    /** Whether it has this member, with a value other than null. */
    public boolean has(String name) {
        return members.get(name) != null;
    }

    /** Whether this member is true. */
    public boolean isTrue(String name) {
        return Boolean.TRUE.equals(members.get(name));
    }

    /** A member as text. */
    public String text(String name) {
        Object value = members.get(name);
        return value == null ? "" : String.valueOf(value);
    }

    /** A member as text. */
    public String text(Property<?, ?> member) {
        return text(member.name());
    }

    /** A member as a number; 0 if it is not one. */
    public int number(String name) {
        return members.get(name) instanceof Number number ? number.intValue() : 0;
    }

    /** A member that itself has members. */
    public PlainData member(String name) {
        return of(members.get(name));
    }

    /** A member that itself has members. */
    public PlainData member(Property<?, ?> member) {
        return member(member.name());
    }

    /** The elements of a list. */
    public List<PlainData> list(String name) {
        return elements(name).stream().map(PlainData::of).toList();
    }

    /** The elements of a list of texts. */
    public List<String> texts(String name) {
        return elements(name).stream()
                .map(element -> element == null ? "" : String.valueOf(element))
                .toList();
    }

    private List<? extends @Nullable Object> elements(String name) {
        return members.get(name) instanceof List<?> list ? list : List.of();
    }
}
