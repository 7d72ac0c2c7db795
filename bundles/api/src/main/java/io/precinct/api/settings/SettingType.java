package io.precinct.api.settings;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The values that a file may have for a {@link Setting}.
 *
 * @since 1.4
 */
public sealed interface SettingType {
    /**
     * The type of the value, the same as for bodies and answers; a path is text.
     *
     * @since 1.5
     */
    default Type<?> values() {
        return switch (this) {
            case Text(String pattern) -> text(pattern);
            case Texts(String pattern, Predicate<String> _) -> Type.list(text(pattern), Integer.MAX_VALUE);
            case FilePath _ -> text(null);
            case FilePaths _ -> Type.list(text(null), Integer.MAX_VALUE);
            case Whole(long least, long most) -> Type.integer(least, most);
            case Flag _ -> Type.truth();
            case Word(List<String> words) -> Type.oneOf(words);
            case TextMap(String _, String texts) ->
                Type.plain(Schema.map(text(texts).taken()));
        };
    }

    private static Type<String> text(@Nullable String pattern) {
        return Type.text().described(text -> text.matching(pattern == null ? "\\S" : "^(?:" + pattern + ")$"));
    }

    /**
     * Text that is not blank.
     *
     * @param pattern regular expression (RE2) that the whole text matches, or null for any text
     */
    record Text(@Nullable String pattern) implements SettingType {}

    /**
     * A list of such texts.
     *
     * @param pattern as in {@link Text}; null if the check is more than a pattern, or there is none
     * @param good whether a text may be in the list
     */
    record Texts(@Nullable String pattern, Predicate<String> good) implements SettingType {}

    /** The path of a file or folder; a relative one begins in the folder of the file. */
    record FilePath() implements SettingType {}

    /** A list of such paths. */
    record FilePaths() implements SettingType {}

    /**
     * A map of names to texts.
     *
     * @param names regular expression (RE2) that each name matches as a whole
     * @param texts the same for each text
     * @since 1.6
     */
    record TextMap(String names, String texts) implements SettingType {}

    /** A whole number within bounds, both inclusive. */
    record Whole(long least, long most) implements SettingType {}

    /** {@code true} or {@code false}. */
    record Flag() implements SettingType {}

    /** One of these words. */
    record Word(List<String> words) implements SettingType {
        public Word {
            words = List.copyOf(words);
        }
    }
}
