package io.precinct.api.contract;

import io.precinct.api.data.Data;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A type of values, said once: what a client may send, what a service shows, how the one is read from plain data and the
 * other written as such. Settings, members of bodies, parameters of queries and members of answers are all of such types.
 *
 * <pre>{@code
 * static final Type<ZoneId> ZONE = Type.text(64)
 *         .as(ZoneId::of, ZoneId::getId, "enum", "is a name of the IANA time zone database", "Europe/Berlin");
 * }</pre>
 *
 * Immutable and thread-safe.
 *
 * @param <T> what a value is in Java; never null
 * @since 1.5
 */
public final class Type<T> {
    /** Conversion of values that are plain data already. */
    private static final Function<Object, Object> SAME = value -> value;

    private static final Limit NOT_BLANK = (text, reading) -> {
        if (text.isBlank()) {
            reading.fault("", "required", "is not blank", null);
        }
        return !text.isBlank();
    };

    private static final Type<Boolean> TRUTH = new Type<>(new Base<>(
            Boolean.class,
            "booleans",
            Schema::truth,
            Schema::truth,
            (plain, reading) -> or(
                    Scalar.truth(plain, reading.isText()), reading, "type", "is true or false", List.of(true, false)),
            SAME));

    private static final Type<LocalDate> DATE = new Type<>(new Base<>(
            LocalDate.class,
            "days",
            () -> dated("date", "2026-01-31"),
            () -> dated("date", "2026-01-31"),
            (plain, reading) ->
                    or(Scalar.date(plain), reading, format(plain), "is a day that exists, YYYY-MM-DD", "YYYY-MM-DD"),
            LocalDate::toString));

    private static final Type<Instant> TIME = new Type<>(new Base<>(
            Instant.class,
            "times",
            () -> dated("date-time", "2026-01-31T12:00:00.000Z"),
            () -> dated("date-time", "2026-01-31T12:00:00.000Z"),
            (plain, reading) -> or(
                    Scalar.time(plain),
                    reading,
                    format(plain),
                    "is an ISO 8601 timestamp with offset",
                    "2026-01-31T12:00:00Z"),
            Scalar::text));

    private static final Type<String> TEXT = text(Integer.MAX_VALUE);
    private static final Type<Long> COUNT = integer(0, Long.MAX_VALUE);

    private final Base<?> base;
    private final Supplier<Schema> taken;
    private final Supplier<Schema> shown;
    private final Conversion<T> conversion;

    /**
     * How one value is read: the form in which it arrived, and the receiver of its faults.
     *
     * @since 1.5
     */
    public interface Reading {
        /** Whether it arrived as text that also represents numbers and booleans, as query parameters do. */
        boolean isText();

        /**
         * Takes a fault.
         *
         * @param place empty for the value itself, {@code /0} for the first element of a list
         * @param code for machines: {@code type, bounds, enum, format, too_long, characters, required}
         * @param message for people, continuing after the name of the member: {@code is an integer}
         * @param allowed what is allowed, as plain data, or null
         */
        void fault(String place, String code, String message, @Nullable Object allowed);
    }

    /** Reads plain data; null, and a fault, if it does not fit. */
    @FunctionalInterface
    private interface Reader<C> {
        @Nullable
        C read(Object plain, Reading reading);
    }

    /**
     * The foundation of a type.
     *
     * @param carrier the class of its values there
     * @param plural for people
     * @param taken what clients may send
     * @param shown what is served: old values need not keep today's limits
     */
    private record Base<C>(
            Class<C> carrier,
            String plural,
            Supplier<Schema> taken,
            Supplier<Schema> shown,
            Reader<C> reader,
            Function<? super C, Object> plain) {}

    /** From the carrier and back. */
    private record Conversion<T>(Reader<T> reader, Function<Object, T> of, Function<? super T, Object> carried) {}

    private Type(Base<T> base) {
        this(base, base.taken, base.shown, new Conversion<>(base.reader, base.carrier::cast, SAME));
    }

    private Type(Base<?> base, Supplier<Schema> taken, Supplier<Schema> shown, Conversion<T> conversion) {
        this.base = base;
        this.taken = taken;
        this.shown = shown;
        this.conversion = conversion;
    }

    private static <C> @Nullable C or(
            @Nullable C value, Reading reading, String code, String message, @Nullable Object allowed) {
        if (value == null) {
            reading.fault("", code, message, allowed);
        }
        return value;
    }

    private static String format(Object plain) {
        return plain instanceof String ? "format" : "type";
    }

    private static Schema dated(String format, String example) {
        return Schema.text().format(format).example(example);
    }

    /** Text of any length; like all text, it contains neither NUL nor half a surrogate pair. */
    public static Type<String> text() {
        return TEXT;
    }

    /** Text of at most this many characters (Unicode code points). */
    public static Type<String> text(int most) {
        return text(() -> atMost(Schema.text(), most), atMost(most));
    }

    /** As {@link #text(int)}, and not blank. */
    public static Type<String> filledText(int most) {
        return text(() -> filled(most), NOT_BLANK.and(atMost(most)));
    }

    /**
     * Text of at most this many bytes in UTF-8, Markdown for example. JSON Schema cannot express that; an extension
     * does.
     */
    public static Type<String> utf8(int mostBytes) {
        return text(() -> inBytes(Schema.text().atMost(mostBytes), mostBytes), atMostBytes(mostBytes));
    }

    /** As {@link #utf8(int)}, and not blank. */
    public static Type<String> filledUtf8(int mostBytes) {
        return text(() -> inBytes(filled(mostBytes), mostBytes), NOT_BLANK.and(atMostBytes(mostBytes)));
    }

    private static Schema filled(int most) {
        return Schema.text().atLeast(1).atMost(most).matching("\\S");
    }

    private static Schema inBytes(Schema text, int mostBytes) {
        return text.and("x-precinct-max-bytes", mostBytes);
    }

    /** Tells whether text fits, and what is wrong if it does not. */
    @FunctionalInterface
    private interface Limit {
        boolean allows(String text, Reading reading);

        default Limit and(Limit more) {
            return (text, reading) -> allows(text, reading) && more.allows(text, reading);
        }
    }

    private static Limit atMost(int most) {
        return (text, reading) -> {
            boolean fits = !Scalar.isLonger(text, most);
            if (!fits) {
                reading.fault("", "too_long", "has at most " + most + " characters", Data.map("max_length", most));
            }
            return fits;
        };
    }

    private static Limit atMostBytes(int most) {
        return (text, reading) -> {
            boolean fits = !Scalar.hasMoreBytes(text, most);
            if (!fits) {
                reading.fault("", "too_long", "has at most " + most + " bytes", Data.map("max_bytes", most));
            }
            return fits;
        };
    }

    private static Type<String> text(Supplier<Schema> taken, Limit limit) {
        return new Type<>(new Base<>(
                String.class,
                "strings",
                taken,
                Schema::text,
                (plain, reading) ->
                        plain instanceof String text && !limit.allows(text, reading) ? null : storable(plain, reading),
                SAME));
    }

    private static @Nullable String storable(Object plain, Reading reading) {
        if (!(plain instanceof String text)) {
            return or(null, reading, "type", "is a string", "string");
        }
        return or(
                Scalar.isStorable(text) ? text : null,
                reading,
                "characters",
                "holds neither NUL nor half a surrogate pair",
                null);
    }

    /** Whether text can be one of {@link #text()}: it holds neither NUL nor half a surrogate pair. */
    public static boolean isText(String text) {
        return Scalar.isStorable(text);
    }

    /** One of these strings. */
    public static Type<String> oneOf(Collection<String> allowed) {
        List<String> words = List.copyOf(allowed);
        return new Type<>(new Base<>(
                String.class,
                "strings",
                () -> Schema.oneOf(words),
                () -> Schema.oneOf(words),
                (plain, reading) -> or(
                        plain instanceof String text && words.contains(text) ? text : null,
                        reading,
                        "enum",
                        "is one of " + String.join(", ", words),
                        words),
                SAME));
    }

    /** A whole number within bounds, both inclusive. The schema of served values omits the upper one. */
    public static Type<Long> integer(long least, long most) {
        Supplier<Schema> open = () ->
                least == Long.MIN_VALUE ? Schema.integer() : Schema.integer().atLeast(least);
        return new Type<>(new Base<>(
                Long.class,
                "integers",
                () -> most > 1L << 53 ? open.get() : open.get().atMost(most),
                open,
                (plain, reading) -> whole(plain, reading, least, most),
                Type::small));
    }

    /** A number as it is read from JSON. */
    private static Object small(Long whole) {
        return whole.intValue() == whole ? (Object) whole.intValue() : whole;
    }

    private static @Nullable Long whole(Object plain, Reading reading, long least, long most) {
        Long whole = Scalar.whole(plain, reading.isText());
        if (whole != null && (whole < least || whole > most)) {
            return or(null, reading, "bounds", "is " + least + " to " + most, Data.map("gte", least, "lte", most));
        }
        return or(whole, reading, "type", "is an integer", "integer");
    }

    /** A whole number that is not negative. */
    public static Type<Long> count() {
        return COUNT;
    }

    /** {@code true} or {@code false}. */
    public static Type<Boolean> truth() {
        return TRUTH;
    }

    /** A day {@code YYYY-MM-DD} of the years 0001 to 9999. */
    public static Type<LocalDate> date() {
        return DATE;
    }

    /** An ISO 8601 timestamp with offset, of the years 0001 to 9999; it is shown in UTC to the millisecond. */
    public static Type<Instant> time() {
        return TIME;
    }

    /** A list of at most this many values of a type; every fault of its elements is reported. */
    public static <E> Type<List<E>> list(Type<E> element, int most) {
        @SuppressWarnings({"unchecked", "rawtypes"}) // a list of what its element reads
        var carrier = (Class<List<E>>) (Class) List.class;
        return new Type<>(new Base<>(
                carrier,
                "lists",
                () -> atMost(Schema.list(element.taken()), most),
                () -> Schema.list(element.shown()),
                (plain, reading) -> elements(element, most, plain, reading),
                list -> element.isPlain()
                        ? list
                        : list.stream().map(element::plain).toList()));
    }

    private boolean isPlain() {
        return base.plain == SAME && conversion.carried == SAME;
    }

    private static Schema atMost(Schema list, int most) {
        return most == Integer.MAX_VALUE ? list : list.atMost(most);
    }

    private static <E> @Nullable List<E> elements(Type<E> element, int most, Object plain, Reading reading) {
        if (!(plain instanceof List<?> list)) {
            return or(null, reading, "type", "is a list of " + element.base.plural, "array");
        }
        if (list.size() > most) {
            return or(null, reading, "bounds", "has at most " + most + " elements", Data.map("max_items", most));
        }
        List<E> read = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            Object each = list.get(i);
            // null is no value of any type; an element of another kind reports what this one should be
            E value = element.read(each == null ? Data.map() : each, new Below(reading, "/" + i));
            if (value != null) {
                read.add(value);
            }
        }
        return read.size() == list.size() ? List.copyOf(read) : null;
    }

    private record Below(Reading reading, String place) implements Reading {
        @Override
        public boolean isText() {
            return reading.isText();
        }

        @Override
        public void fault(String below, String code, String message, @Nullable Object allowed) {
            reading.fault(place + below, code, message, allowed);
        }
    }

    /** Plain data that is checked by custom rules, which this schema describes. */
    public static Type<Object> plain(Schema schema) {
        return new Type<>(
                new Base<>(Object.class, "values", () -> schema, () -> schema, (plain, _) -> Data.freeze(plain), SAME));
    }

    /**
     * The same values, represented by another Java type.
     *
     * @param read converts the read value; throws a {@link RuntimeException} if that is impossible
     * @param carried the reverse conversion
     * @param code of the fault if conversion is impossible
     * @param message of that fault, after the name
     * @param allowed of that fault, or null
     */
    public <U> Type<U> as(
            Function<? super T, ? extends U> read,
            Function<? super U, ? extends T> carried,
            String code,
            String message,
            @Nullable Object allowed) {
        Reader<U> reader = (plain, reading) -> {
            T value = read(plain, reading);
            if (value == null) {
                return null;
            }
            try {
                return read.apply(value);
            } catch (RuntimeException e) {
                return or(null, reading, code, message, allowed);
            }
        };
        return new Type<>(
                base,
                taken,
                shown,
                new Conversion<>(
                        reader,
                        value -> read.apply(conversion.of.apply(value)),
                        value -> conversion.carried.apply(carried.apply(value))));
    }

    /** As {@link #as(Function, Function, String, String, Object)}, if every value can be converted. */
    public <U> Type<U> as(Function<? super T, ? extends U> read, Function<? super U, ? extends T> carried) {
        return as(read, carried, "format", "cannot be read", null);
    }

    /** The same values, if they also pass this test; code, message and allowed are as in {@link #as}. */
    public Type<T> where(Predicate<? super T> test, String code, String message, @Nullable Object allowed) {
        Reader<T> reader = (plain, reading) -> {
            T value = read(plain, reading);
            return value == null || test.test(value) ? value : or(null, reading, code, message, allowed);
        };
        return new Type<>(base, taken, shown, new Conversion<>(reader, conversion.of, conversion.carried));
    }

    /** The same, with additions to its schemas: an example, a pattern, a name. */
    public Type<T> described(UnaryOperator<Schema> more) {
        return new Type<>(base, () -> more.apply(taken.get()), () -> more.apply(shown.get()), conversion);
    }

    /** The same, with an example. */
    public Type<T> example(Object plain) {
        return described(schema -> schema.example(plain));
    }

    /** The same, with this schema for served values. */
    public Type<T> shownAs(Schema served) {
        return new Type<>(base, taken, () -> served, conversion);
    }

    /** What a client may send. */
    public Schema taken() {
        return taken.get();
    }

    /** What is served: the kind of value, without today's limits for clients, which old values need not keep. */
    public Schema shown() {
        return shown.get();
    }

    /**
     * Reads a value.
     *
     * @param plain the received value; not null
     * @return null, and faults, if it is not of this type
     */
    public @Nullable T read(Object plain, Reading reading) {
        return conversion.reader.read(plain, reading);
    }

    /** The value as shown: plain data. */
    public Object plain(T value) {
        return plain(base, conversion.carried.apply(value));
    }

    private static <C> Object plain(Base<C> base, Object carried) {
        return base.plain.apply(base.carrier.cast(carried));
    }

    /**
     * The class by which a store may carry values of this type: String, Long, Boolean, LocalDate or Instant; List and
     * Object stand for JSON of the plain data, which is {@link #read} again.
     */
    public Class<?> carrier() {
        return base.carrier;
    }

    /** A value from what a store carried; its limits are not checked again. */
    public T of(Object carried) {
        return conversion.of.apply(carried);
    }

    /** The form in which a store carries a value. */
    public Object carried(T value) {
        return conversion.carried.apply(value);
    }

    @Override
    public String toString() {
        return taken().toString();
    }
}
