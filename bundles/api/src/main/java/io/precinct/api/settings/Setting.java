package io.precinct.api.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
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

    /** The properties of a setting; written only during its construction. */
    private static final class Said implements Cloneable {
        final String key;
        final SettingType type;

        @Nullable
        String takes;

        @Nullable
        String hint;

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

        Said(String key, SettingType type) {
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

    private Setting(Said said, Function<Object, T> conversion) {
        this.said = said;
        this.conversion = conversion;
    }

    private static <T> Setting<T> of(String key, SettingType type, Class<T> plain) {
        return new Setting<>(new Said(key, type), plain::cast);
    }

    private Setting<T> with(Consumer<Said> change) {
        Said next = said.copy();
        change.accept(next);
        return new Setting<>(next, conversion);
    }

    /** Text that is not blank. */
    public static Setting<String> text(String key) {
        return of(key, new SettingType.Text(null), String.class);
    }

    /**
     * Text that a pattern matches as a whole.
     *
     * @param pattern regular expression that RE2 and JSON Schema understand alike
     * @param takes its meaning, for people: {@code text that begins with jdbc:postgresql:}
     */
    public static Setting<String> text(String key, String pattern, String takes) {
        return of(key, new SettingType.Text(pattern), String.class).taking(takes);
    }

    @SuppressWarnings("unchecked") // the reader hands over a list of what the type says
    private static <E> Setting<List<E>> list(String key, SettingType type) {
        var said = new Said(key, type);
        said.plainDefault = List.of();
        return new Setting<>(said, value -> (List<E>) value);
    }

    /** A list of texts; one that is absent reads as empty. */
    public static Setting<List<String>> texts(String key) {
        return list(key, new SettingType.Texts(null, _ -> true));
    }

    /** A list of texts, each as in {@link #text(String, String, String)}; an invalid one is reported at its line. */
    public static Setting<List<String>> texts(String key, String pattern, String takes) {
        return Setting.<String>list(key, new SettingType.Texts(pattern, text -> text.matches(pattern)))
                .taking(takes);
    }

    /** As {@link #texts(String, String, String)}, without a pattern for the texts. */
    public static Setting<List<String>> texts(String key, Predicate<String> good, String takes) {
        return Setting.<String>list(key, new SettingType.Texts(null, good)).taking(takes);
    }

    /** The path of a file or folder; absolute once it is read. */
    public static Setting<Path> path(String key) {
        return of(key, new SettingType.FilePath(), Path.class);
    }

    /** A list of such paths; one that is absent reads as empty. */
    public static Setting<List<Path>> paths(String key) {
        return list(key, new SettingType.FilePaths());
    }

    /**
     * A map of names to texts; one that is absent reads as empty.
     *
     * @param names regular expression that each name matches as a whole; RE2 and JSON Schema understand it alike
     * @param values the same for each text
     * @param takes its meaning, for people
     */
    @SuppressWarnings("unchecked") // the reader hands over a map of what the type says
    public static Setting<Map<String, String>> textMap(String key, String names, String values, String takes) {
        var said = new Said(key, new SettingType.TextMap(names, values));
        said.plainDefault = Map.of();
        return new Setting<>(said, value -> (Map<String, String>) value).taking(takes);
    }

    /** A whole number from {@code least} to {@code most}. */
    public static Setting<Long> whole(String key, long least, long most) {
        return of(key, new SettingType.Whole(least, most), Long.class);
    }

    /** {@code true} or {@code false}. */
    public static Setting<Boolean> flag(String key) {
        return of(key, new SettingType.Flag(), Boolean.class);
    }

    /** One of these words. */
    public static Setting<String> word(String key, List<String> words) {
        return of(key, new SettingType.Word(words), String.class);
    }

    /**
     * The same setting, read as something else.
     *
     * @param next converts the read value; throws {@link RuntimeException} if that is impossible
     * @param takes what it takes then, for people: {@code the name of a time zone}
     */
    public <U> Setting<U> as(Function<? super T, U> next, String takes) {
        return new Setting<>(taking(takes).said, value -> next.apply(conversion.apply(value)));
    }

    /** The same setting, converted to another type that every value fits. */
    public <U> Setting<U> as(Function<? super T, U> next) {
        return new Setting<>(said, value -> next.apply(conversion.apply(value)));
    }

    /** The same setting with a default, in the form of the file. */
    public Setting<T> or(Object plain) {
        return with(next -> next.plainDefault = plain);
    }

    /** The same setting with a description of its default, for people: {@code ingest below the data folder}. */
    public Setting<T> absentMeans(String text) {
        return with(next -> next.defaultText = text);
    }

    /** The same setting with its purpose, as sentences for people. */
    public Setting<T> describedAs(String description) {
        return with(next -> next.description = description);
    }

    /** The same setting with advice for people whose file lacks it or has an invalid value or item. */
    public Setting<T> hint(String hint) {
        return with(next -> next.hint = hint);
    }

    /** The same setting with an example, in the form of the file. */
    public Setting<T> example(Object plain) {
        return with(next -> next.example = plain);
    }

    /** The same setting, required in its section; a section that the file leaves out needs none. */
    public Setting<T> required() {
        return with(next -> next.required = true);
    }

    /** The same setting, whose value appears in no message. */
    public Setting<T> secret() {
        return with(next -> next.secret = true);
    }

    /**
     * The same setting, whose changes take effect only after a restart: a reload keeps the present value, and warns.
     */
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

    /** The values that the file may have. */
    public SettingType type() {
        return said.type;
    }

    /** What it takes, for people: {@code a whole number from 1 to 3600}. */
    public String takes() {
        return Objects.requireNonNullElseGet(said.takes, () -> switch (said.type) {
            case SettingType.Text _ -> "text";
            case SettingType.Texts _ -> "a list of texts";
            case SettingType.FilePath _ -> "a path";
            case SettingType.FilePaths _ -> "a list of paths";
            case SettingType.Whole(long least, long most) -> "a whole number from " + least + " to " + most;
            case SettingType.Flag _ -> "true or false";
            case SettingType.TextMap _ -> "a map of names to texts";
            case SettingType.Word(List<String> words) -> String.join(" or ", words);
        });
    }

    /** The default, in the form of the file; null if an absent setting reads as null. */
    public @Nullable Object plainDefault() {
        return said.plainDefault;
    }

    /** The default in words, for people, if {@link #plainDefault} does not express it; else null. */
    public @Nullable String defaultText() {
        return said.defaultText;
    }

    /** Advice for people whose file lacks it or has an invalid value or item; or null. */
    public @Nullable String hint() {
        return said.hint;
    }

    /** An example in the form of the file, or null. */
    public @Nullable Object example() {
        return said.example;
    }

    /** Whether the setting must be present if its section is in the file. */
    public boolean isRequired() {
        return said.required;
    }

    /** Whether its value must appear in no message. */
    public boolean isSecret() {
        return said.secret;
    }

    /** Whether its changes take effect only after a restart. */
    public boolean needsRestart() {
        return said.afterRestart;
    }

    /**
     * Converts a value for the owner.
     *
     * @param plain of the {@link #type}: String, Path, a list of either, Long or Boolean
     * @throws RuntimeException if the value fits the type and is invalid nevertheless
     */
    public T convert(Object plain) {
        return conversion.apply(plain);
    }

    @Override
    public String toString() {
        return said.key;
    }
}
