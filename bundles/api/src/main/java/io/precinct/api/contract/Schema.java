package io.precinct.api.contract;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes a value: a shape that also states its type, what may be absent, and notes for people. It is written as JSON
 * Schema 2020-12, and crossings are checked against its {@link #shape}.
 *
 * <pre>{@code
 * static final Schema NOTE = Schema.object()
 *         .with("id", Schema.text().matching("^note-[0-9a-f]{8}$").example("note-0a1b2c3d"))
 *         .with("text", Schema.text().atMost(500))
 *         .optionally("edited_at", Schema.text().format("date-time").orNull())
 *         .named("Note");
 * }</pre>
 *
 * Immutable.
 */
public final class Schema {
    static final String TYPE = "type";
    static final String PROPERTIES = "properties";
    static final String REQUIRED = "required";
    static final String ENUM = "enum";
    static final String ANY_OF = "anyOf";
    static final String OTHERS = "additionalProperties";
    static final String ITEMS = "items";

    private static final String STRING = "string";
    private static final String ARRAY = "array";
    private static final String OBJECT = "object";
    private static final String NULL = "null";

    private final @Nullable String name;

    /** Values are plain data, schemas, or lists and maps of schemas. */
    private final Map<String, @Nullable Object> keywords;

    private Schema(@Nullable String name, Map<String, @Nullable Object> keywords) {
        this.name = name;
        this.keywords = keywords;
    }

    private static Schema of(String keyword, @Nullable Object value) {
        var keywords = new LinkedHashMap<String, @Nullable Object>();
        keywords.put(keyword, value);
        return new Schema(null, keywords);
    }

    /** Anything. */
    public static Schema any() {
        return new Schema(null, Map.of());
    }

    /** A string. */
    public static Schema text() {
        return of(TYPE, STRING);
    }

    /** A whole number. */
    public static Schema integer() {
        return of(TYPE, "integer");
    }

    /** A number. */
    public static Schema number() {
        return of(TYPE, "number");
    }

    /** {@code true} or {@code false}. */
    public static Schema truth() {
        return of(TYPE, "boolean");
    }

    /** One of these strings. */
    public static Schema oneOf(Collection<String> values) {
        return text().and(ENUM, List.copyOf(values));
    }

    /** One of these strings. */
    public static Schema oneOf(String... values) {
        return oneOf(List.of(values));
    }

    /** This value and no other; a scalar. */
    public static Schema constant(Object value) {
        Schema type = value instanceof String ? text() : value instanceof Boolean ? truth() : number();
        return type.and("const", value);
    }

    /** Null and nothing else. */
    public static Schema constantNull() {
        return of(TYPE, NULL);
    }

    /** A list whose elements all have this schema. */
    public static Schema list(Schema items) {
        return of(TYPE, ARRAY).and(ITEMS, items);
    }

    /** An object with arbitrary names whose members all have this schema. */
    public static Schema map(Schema members) {
        return of(TYPE, OBJECT).and(OTHERS, members);
    }

    /** An object without members so far; see {@link #with}. */
    public static Schema object() {
        return of(TYPE, OBJECT);
    }

    /** A value that fits at least one of several schemas. */
    public static Schema anyOf(Schema... alternatives) {
        return of(ANY_OF, List.of(alternatives));
    }

    /** The same object with a required member. */
    public Schema with(String member, Schema schema) {
        var required = new ArrayList<Object>(keywords.get(REQUIRED) instanceof List<?> list ? list : List.of());
        required.add(member);
        return optionally(member, schema).and(REQUIRED, List.copyOf(required));
    }

    /** The same object with an optional member. */
    public Schema optionally(String member, Schema schema) {
        var members = new LinkedHashMap<String, Object>();
        if (keywords.get(PROPERTIES) instanceof Map<?, ?> there) {
            there.forEach((key, value) -> members.put(String.valueOf(key), Objects.requireNonNull(value)));
        }
        members.put(member, schema);
        return and(PROPERTIES, members);
    }

    /** The same object with the members of another. */
    public Schema with(Schema other) {
        Schema both = this;
        for (Map.Entry<String, Schema> member : other.members().entrySet()) {
            both = other.requires(member.getKey())
                    ? both.with(member.getKey(), member.getValue())
                    : both.optionally(member.getKey(), member.getValue());
        }
        return both;
    }

    /** The same object with all members optional; without a name. */
    public Schema sparse() {
        return new Schema(null, without(REQUIRED).keywords);
    }

    /** The same object, but no members that it does not name. */
    public Schema closed() {
        return and(OTHERS, false);
    }

    /** The same object, with any further members. */
    public Schema open() {
        return and(OTHERS, true);
    }

    /** The same, under a name: a document describes it once and refers to it. Names are unique within a service. */
    public Schema named(String name) {
        return new Schema(name, keywords);
    }

    /** The same with a description for people. */
    public Schema describedAs(String sentence) {
        return and("description", sentence);
    }

    /** The same with an example value. */
    public Schema example(Object value) {
        return and("examples", List.of(value));
    }

    /** The same with a default. */
    public Schema orElse(Object value) {
        return and("default", value);
    }

    /** Text of at most this many characters, a list of at most this many elements. */
    public Schema atMost(long most) {
        return and(is(ARRAY) ? "maxItems" : is(STRING) ? "maxLength" : "maximum", most);
    }

    /**
     * Text of at least this many characters, a list of at least this many elements, a number that is at least this
     * large.
     */
    public Schema atLeast(long least) {
        return and(is(ARRAY) ? "minItems" : is(STRING) ? "minLength" : "minimum", least);
    }

    /** Text that contains a match of this pattern; one that RE2 and ECMA-262 read alike. */
    public Schema matching(String pattern) {
        return and("pattern", pattern);
    }

    /** Text in a format that JSON Schema knows by name, such as {@code date-time}. */
    public Schema format(String format) {
        return and("format", format);
    }

    /** The same or null. */
    public Schema orNull() {
        if (name != null || !(keywords.get(TYPE) instanceof String type)) {
            return anyOf(this, of(TYPE, NULL));
        }
        Schema either = and(TYPE, List.of(type, NULL));
        if (!(keywords.get(ENUM) instanceof List<?> values)) {
            return either;
        }
        var orNull = Data.listBuilder();
        values.forEach(orNull::add);
        return either.and(ENUM, orNull.add(null).build());
    }

    /** The same with a further keyword; extensions begin with {@code x-}. */
    public Schema and(String keyword, @Nullable Object value) {
        var more = new LinkedHashMap<String, @Nullable Object>(keywords);
        more.put(keyword, value);
        return new Schema(name, more);
    }

    /** The same without a keyword. */
    public Schema without(String keyword) {
        var fewer = new LinkedHashMap<String, @Nullable Object>(keywords);
        fewer.remove(keyword);
        return new Schema(name, fewer);
    }

    private boolean is(String type) {
        return type.equals(keywords.get(TYPE)) || keywords.get(TYPE) instanceof List<?> types && types.contains(type);
    }

    /** Its name, or null. */
    public @Nullable String name() {
        return name;
    }

    /** A keyword's value, or null: plain data, a schema, or a list or map of schemas. */
    public @Nullable Object keyword(String keyword) {
        return keywords.get(keyword);
    }

    /** True of an object, whichever members it has. */
    public boolean isObject() {
        return OBJECT.equals(keywords.get(TYPE));
    }

    /** The named members of an object, in order; empty for anything else. */
    public Map<String, Schema> members() {
        var members = new LinkedHashMap<String, Schema>();
        if (keywords.get(PROPERTIES) instanceof Map<?, ?> named) {
            named.forEach((key, value) -> members.put(String.valueOf(key), (Schema) Objects.requireNonNull(value)));
        }
        return members;
    }

    /** Whether a member is always present. */
    public boolean requires(String member) {
        return keywords.get(REQUIRED) instanceof List<?> required && required.contains(member);
    }

    /** The part of it that a shape can express. */
    public Shape shape() {
        return SchemaShape.of(this);
    }

    /** As JSON Schema, with every named part written out in its place. */
    public Map<String, @Nullable Object> toData() {
        return toData(Schema::toData);
    }

    /**
     * As JSON Schema.
     *
     * @param named replaces a part that has a name, for example by a reference; not called for this schema itself
     * @return frozen plain data
     */
    public Map<String, @Nullable Object> toData(Function<Schema, Map<String, @Nullable Object>> named) {
        var data = Data.mapBuilder();
        keywords.forEach((keyword, value) -> data.put(keyword, data(value, named)));
        return data.build();
    }

    private static @Nullable Object data(
            @Nullable Object value, Function<Schema, Map<String, @Nullable Object>> named) {
        return switch (value) {
            case Schema schema -> schema.name == null ? schema.toData(named) : named.apply(schema);
            case List<?> list ->
                Data.list(list.stream().map(one -> data(one, named)).toArray());
            case Map<?, ?> map -> {
                var data = Data.mapBuilder();
                map.forEach((key, member) -> data.put(String.valueOf(key), data(member, named)));
                yield data.build();
            }
            case null, default -> value;
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Schema schema && Objects.equals(name, schema.name) && keywords.equals(schema.keywords);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, keywords);
    }

    @Override
    public String toString() {
        return name == null ? toData().toString() : name;
    }
}
