package io.precinct.config.section;

import io.precinct.api.shape.Matcher;
import io.precinct.common.spelling.Suggestions;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Warns of maps that are read as fields of the data but look like misspelled matchers: {@code {prefx: h}}. In such a
 * map every key is the name of a matcher, or nearly so with a value that this matcher takes.
 */
final class MisspelledMatchers {
    /** Names that other tools use, each with the name of the matcher here. */
    private static final Map<String, String> NAMES_IN_OTHER_TOOLS = Map.of(
            "gt", "gte",
            "lt", "lte",
            "min", "gte",
            "max", "lte",
            "regex", "matches",
            "pattern", "matches",
            "starts_with", "prefix",
            "startsWith", "prefix",
            "size", "count",
            "length", "count");

    private final Problems problems;

    MisspelledMatchers(Problems problems) {
        this.problems = problems;
    }

    /** Checks the expectation of each field of a scenario; the keys of {@code expected} itself are always fields. */
    void warnBelow(YamlNode.Mapping expected) {
        expected.entries().forEach(field -> warn(field.value()));
    }

    private void warn(YamlNode node) {
        switch (node) {
            case YamlNode.Mapping map -> {
                if (!map.entries().isEmpty() && map.entries().stream().allMatch(MisspelledMatchers::likely)) {
                    map.entries().forEach(this::warn);
                }
                map.entries().forEach(entry -> warn(entry.value()));
            }
            case YamlNode.Sequence sequence -> sequence.items().forEach(this::warn);
            default -> {
                // Scalars have no keys, and a tag makes a shape explicit.
            }
        }
    }

    private void warn(YamlNode.Entry entry) {
        meant(entry)
                .ifPresent(matcher -> problems.warn(
                        entry.keyAt(),
                        ValueText.quoted(entry.key()) + " is no matcher, so it is read as a field of the data",
                        "did you mean \"" + matcher + "\"? Say !Fields where it is a field"));
    }

    private static boolean likely(YamlNode.Entry entry) {
        return Matcher.NAMES.contains(entry.key()) || meant(entry).isPresent();
    }

    private static Optional<String> meant(YamlNode.Entry entry) {
        if (Matcher.NAMES.contains(entry.key())) {
            return Optional.empty();
        }
        String elsewhere = NAMES_IN_OTHER_TOOLS.get(entry.key());
        Optional<String> near = elsewhere != null
                ? Optional.of(elsewhere)
                : Suggestions.nearest(entry.key(), LONG_ENOUGH).filter(n -> close(n, entry.key()));
        return near.filter(matcher -> takes(matcher, entry.value()));
    }

    /** Matchers that are suggested for similar words. Too many words resemble the shorter names: note, key, and. */
    private static final List<String> LONG_ENOUGH =
            List.of("matches", "contains", "prefix", "count", "first", "empty", "gte", "lte", "keys");

    private static boolean close(String matcher, String key) {
        return matcher.length() > 4 || key.length() == matcher.length();
    }

    private static boolean takes(String matcher, YamlNode value) {
        Object scalar = value instanceof YamlNode.Scalar(Object said, var _, var _, var _) ? said : null;
        return switch (matcher) {
            case "matches", "prefix" -> scalar instanceof String;
            case "gte", "lte" ->
                scalar instanceof Number || scalar instanceof String text && text.matches("[0-9]{4}-.*");
            case "count" -> scalar instanceof Number || value instanceof YamlNode.Mapping;
            case "empty" -> scalar instanceof Boolean;
            case "keys" -> value instanceof YamlNode.Sequence;
            default -> true;
        };
    }
}
