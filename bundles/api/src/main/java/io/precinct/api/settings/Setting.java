package io.precinct.api.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A key with one value. Immutable; its identity is that of the object, so keep it in a constant.
 *
 * <pre>{@code
 * static final Setting<Duration> POLL = Setting.whole("poll_seconds", 1, 3600)
 *         .or(3L)
 *         .as(Duration::ofSeconds)
 *         .describedAs("How often it is looked at.");
 * }</pre>
 *
 * <p>Unless it says otherwise it may be absent, and a reload puts a change of it into effect.
 *
 * @param <T> what its owner reads it as
 * @since 1.4
 */
public final class Setting<T> implements SettingsMember {
    private final Said said;
    private final Function<Object, T> conversion;

    /** What is said of a setting; written only while it is made. */
    private static final class Said implements Cloneable {
        final String key;
        final Type type;

        @Nullable
        String takes;

        @Nullable
        Object plainDefault;

        @Nullable
        String defaultText;

        @Nullable
        Object example;

        String description = "";
        boolean required;
        boolean secret;
        boolean afterRestart;

        Said(String key, Type type) {
            this.key = key;
            this.type = type;
        }

        Said copy() {
            try {
                return (Said) clone();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException("it can be cloned", e);
            }
        }
    }

    /** What may stand in the file. */
    public sealed interface Type {
        /**
         * Text that is not blank.
         *
         * @param pattern regular expression (RE2) that the whole text matches, or null for any text
         */
        record Text(@Nullable String pattern) implements Type {}

        /** A list of such texts. */
        record Texts() implements Type {}

        /** The path of a file or folder; a relative one begins in the folder of the file. */
        record FilePath() implements Type {}

        /** A whole number within bounds, both included. */
        record Whole(long least, long most) implements Type {}

        /** {@code true} or {@code false}. */
        record Flag() implements Type {}

        /** One of these words. */
        record Word(List<String> words) implements Type {
            public Word {
                words = List.copyOf(words);
            }
        }
    }

    private Setting(Said said, Function<Object, T> conversion) {
        this.said = said;
        this.conversion = conversion;
    }

    private static <T> Setting<T> of(String key, Type type, Class<T> plain) {
        return new Setting<>(new Said(key, type), plain::cast);
    }

    private Setting<T> with(Consumer<Said> change) {
        Said next = said.copy();
        change.accept(next);
        return new Setting<>(next, conversion);
    }

    /** Text that is not blank. */
    public static Setting<String> text(String key) {
        return of(key, new Type.Text(null), String.class);
    }

    /**
     * Text that a pattern matches as a whole.
     *
     * @param pattern regular expression that RE2 and JSON Schema understand alike
     * @param takes what that means, for people: {@code text that begins with jdbc:postgresql:}
     */
    public static Setting<String> text(String key, String pattern, String takes) {
        return of(key, new Type.Text(pattern), String.class).taking(takes);
    }

    /** A list of texts; one that is absent reads as empty. */
    @SuppressWarnings("unchecked") // the reader hands over a list of texts
    public static Setting<List<String>> texts(String key) {
        var said = new Said(key, new Type.Texts());
        said.plainDefault = List.of();
        return new Setting<>(said, value -> (List<String>) value);
    }

    /** The path of a file or folder; it is absolute once it is read. */
    public static Setting<Path> path(String key) {
        return of(key, new Type.FilePath(), Path.class);
    }

    /** A whole number from {@code least} to {@code most}. */
    public static Setting<Long> whole(String key, long least, long most) {
        return of(key, new Type.Whole(least, most), Long.class);
    }

    /** {@code true} or {@code false}. */
    public static Setting<Boolean> flag(String key) {
        return of(key, new Type.Flag(), Boolean.class);
    }

    /** One of these words. */
    public static Setting<String> word(String key, List<String> words) {
        return of(key, new Type.Word(words), String.class);
    }

    /**
     * The same setting, read as something else.
     *
     * @param next makes it of what was read; throws {@link RuntimeException} where that cannot be
     * @param takes what it takes then, for people: {@code the name of a time zone}
     */
    public <U> Setting<U> as(Function<? super T, U> next, String takes) {
        return new Setting<>(taking(takes).said, value -> next.apply(conversion.apply(value)));
    }

    /** The same setting, read as something else that can be made of every value it takes. */
    public <U> Setting<U> as(Function<? super T, U> next) {
        return new Setting<>(said, value -> next.apply(conversion.apply(value)));
    }

    /** The same setting; where it is absent, it reads as this value, said as it could stand in the file. */
    public Setting<T> or(Object plain) {
        return with(next -> next.plainDefault = plain);
    }

    /** The same setting; what its owner does where it is absent, for people: {@code ingest below the data folder}. */
    public Setting<T> absentMeans(String text) {
        return with(next -> next.defaultText = text);
    }

    /** The same setting, which is for this, as sentences for people. */
    public Setting<T> describedAs(String description) {
        return with(next -> next.description = description);
    }

    /** The same setting with an example, as it could stand in the file. */
    public Setting<T> example(Object plain) {
        return with(next -> next.example = plain);
    }

    /** The same setting, without which its section is not good. */
    public Setting<T> required() {
        return with(next -> next.required = true);
    }

    /** The same setting, whose value is in no message. */
    public Setting<T> secret() {
        return with(next -> next.secret = true);
    }

    /** The same setting, a change of which only a restart puts into effect: a reload keeps what is in use, and warns. */
    public Setting<T> afterRestart() {
        return with(next -> next.afterRestart = true);
    }

    private Setting<T> taking(String takes) {
        return with(next -> next.takes = takes);
    }

    @Override
    public String key() {
        return said.key;
    }

    @Override
    public String description() {
        return said.description;
    }

    /** What may stand in the file. */
    public Type type() {
        return said.type;
    }

    /** What it takes, for people: {@code a whole number from 1 to 3600}. */
    public String takes() {
        return Objects.requireNonNullElseGet(said.takes, () -> switch (said.type) {
            case Type.Text _ -> "text";
            case Type.Texts _ -> "a list of texts";
            case Type.FilePath _ -> "a path";
            case Type.Whole(long least, long most) -> "a whole number from " + least + " to " + most;
            case Type.Flag _ -> "true or false";
            case Type.Word(List<String> words) -> String.join(" or ", words);
        });
    }

    /** What it reads as where it is absent, as it could stand in the file; null where it then reads as null. */
    public @Nullable Object plainDefault() {
        return said.plainDefault;
    }

    /** What serves where it is absent, for people, where {@link #plainDefault} does not say it; or null. */
    public @Nullable String defaultText() {
        return said.defaultText;
    }

    /** As it could stand in the file, or null. */
    public @Nullable Object example() {
        return said.example;
    }

    /** Whether its section is not good without it. */
    public boolean isRequired() {
        return said.required;
    }

    /** Whether its value is in no message. */
    public boolean isSecret() {
        return said.secret;
    }

    /** Whether only a restart puts a change of it into effect. */
    public boolean needsRestart() {
        return said.afterRestart;
    }

    /**
     * What a value is for the owner.
     *
     * @param plain of the {@link #type}: String, {@code List<String>}, Path, Long or Boolean
     * @throws RuntimeException if the value fits the type and yet is none
     */
    public T convert(Object plain) {
        return conversion.apply(plain);
    }

    @Override
    public String toString() {
        return said.key;
    }
}
