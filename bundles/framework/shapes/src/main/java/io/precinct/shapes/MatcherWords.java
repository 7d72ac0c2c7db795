package io.precinct.shapes;

import io.precinct.api.data.Json;
import io.precinct.api.shape.Matcher;
import io.precinct.common.spelling.EditDistance;
import io.precinct.common.spelling.Suggestions;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells names of matchers from words that were meant as such: misspelled ones, and those of other tools. Stateless. */
final class MatcherWords {
    /**
     * Words that other tools use, each with the matcher here. They are hardly ever names of fields, so their values do
     * not matter.
     */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("match", "matches"),
            Map.entry("regex", "matches"),
            Map.entry("regexp", "matches"),
            Map.entry("starts_with", "prefix"),
            Map.entry("startsWith", "prefix"),
            Map.entry("ends_with", "matches"),
            Map.entry("endsWith", "matches"),
            Map.entry("gt", "gte"),
            Map.entry("lt", "lte"),
            Map.entry("ge", "gte"),
            Map.entry("le", "lte"),
            Map.entry("eq", "any"),
            Map.entry("ne", "not"),
            Map.entry("neq", "not"),
            Map.entry("one_of", "any"),
            Map.entry("oneOf", "any"),
            Map.entry("anyOf", "any"),
            Map.entry("allOf", "every"));

    /** Words that may just as well be names of fields: they count only if the matcher takes their value. */
    private static final Map<String, String> AMBIGUOUS = Map.ofEntries(
            Map.entry("min", "gte"),
            Map.entry("max", "lte"),
            Map.entry("minimum", "gte"),
            Map.entry("maximum", "lte"),
            Map.entry("pattern", "matches"),
            Map.entry("size", "count"),
            Map.entry("length", "count"),
            Map.entry("all", "every"),
            Map.entry("each", "every"),
            Map.entry("some", "any"),
            Map.entry("none", "not"));

    /** Matchers of which a word may be a misspelling. Too many words resemble the shorter names: note, many. */
    private static final List<String> LONG_ENOUGH =
            List.of("matches", "contains", "prefix", "count", "first", "every", "empty", "gte", "lte", "keys");

    private static final Set<String> NAMES = Set.copyOf(Matcher.NAMES);

    private MatcherWords() {}

    static boolean isMatcher(Object word) {
        return word instanceof String name && NAMES.contains(name);
    }

    /** The matcher that a word which is none was meant as, if its value does not tell otherwise. */
    static Optional<String> meant(String word, @Nullable Object value) {
        return similar(word).filter(matcher -> isUnmistakable(word) || takes(matcher, value));
    }

    /** The hint for a word that stands where a matcher is expected. */
    static String hint(String word) {
        return similar(word)
                .map(matcher -> "did you mean \"" + matcher + "\"?" + note(word))
                .orElseGet(() -> Suggestions.hint(word, Matcher.NAMES, "the matchers are"));
    }

    private static String note(String word) {
        return switch (bare(word)) {
            case "eq" -> " To be equal needs no matcher: write the value, or {any: [value]}";
            case "ne", "neq" -> " Say {not: value}";
            default -> "";
        };
    }

    /**
     * Whether a map with these keys may be taken for matchers, meant or not, so that it must be quoted to be read as
     * fields.
     */
    static boolean looksLikeMatchers(Collection<?> keys) {
        return keys.stream().anyMatch(MatcherWords::isMatcher)
                || !keys.isEmpty()
                        && keys.stream()
                                .allMatch(key -> similar(String.valueOf(key)).isPresent());
    }

    private static Optional<String> similar(String word) {
        String bare = bare(word);
        if (isMatcher(bare)) {
            return Optional.of(bare);
        }
        String elsewhere = ELSEWHERE.getOrDefault(bare, AMBIGUOUS.get(bare));
        return elsewhere == null
                ? LONG_ENOUGH.stream()
                        .filter(matcher -> isMisspelled(bare, matcher))
                        .findFirst()
                : Optional.of(elsewhere);
    }

    /** The word without the mark with which some query languages begin their operators. */
    private static String bare(String word) {
        return word.startsWith("$") ? word.substring(1) : word;
    }

    private static boolean isUnmistakable(String word) {
        return word.startsWith("$") || ELSEWHERE.containsKey(word);
    }

    private static boolean isMisspelled(String word, String matcher) {
        boolean sameLength = word.length() == matcher.length();
        return (matcher.length() > 4 ? Math.abs(word.length() - matcher.length()) <= 1 : sameLength)
                && EditDistance.between(word.toLowerCase(Locale.ROOT), matcher) <= 1;
    }

    private static boolean takes(String matcher, @Nullable Object value) {
        return switch (matcher) {
            case "matches", "prefix" -> value instanceof String;
            case "gte", "lte" ->
                value instanceof Number || value instanceof String text && IsoTimestamp.parse(text) != null;
            case "count" -> value instanceof Number || holdsMatcher(value);
            case "empty" -> value instanceof Boolean;
            case "keys" -> value instanceof List;
            case "every" -> holdsMatcher(value);
            default -> true;
        };
    }

    private static boolean holdsMatcher(@Nullable Object value) {
        return value instanceof Map<?, ?> map && map.keySet().stream().anyMatch(MatcherWords::isMatcher);
    }

    /** The known matchers among the keys of a map, as text for a message. */
    static String known(Map<?, ?> map) {
        var known = new LinkedHashSet<String>();
        map.keySet().stream().filter(MatcherWords::isMatcher).forEach(key -> known.add(Json.compact(key)));
        return String.join(", ", known);
    }
}
