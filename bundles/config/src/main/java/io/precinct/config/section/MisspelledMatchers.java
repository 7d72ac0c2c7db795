package io.precinct.config.section;

import io.precinct.api.shape.Matcher;
import io.precinct.common.spelling.Suggestions;
import io.precinct.config.yaml.YamlNode;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ShownValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Warns of maps that are read as fields of the data and look like matchers with a slip of the pen: {@code {prefx: h}}.
 * Every key is a matcher's name or nearly one, and what stands behind it is what that matcher takes.
 */
final class MisspelledMatchers {
    /** What other tools call them. */
    private static final Map<String, String> ELSEWHERE = Map.of(
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

    /** Looks at what a scenario expects of each field; its own keys are fields, whatever they are called. */
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
                // Scalars have no keys; what a tag shapes says itself what it is.
            }
        }
    }

    private void warn(YamlNode.Entry entry) {
        meant(entry)
                .ifPresent(matcher -> problems.warn(
                        entry.keyAt(),
                        ShownValue.quoted(entry.key()) + " is no matcher, so it is read as a field of the data",
                        "did you mean \"" + matcher + "\"? Say !Fields where it is a field"));
    }

    private static boolean likely(YamlNode.Entry entry) {
        return Matcher.NAMES.contains(entry.key()) || meant(entry).isPresent();
    }

    private static Optional<String> meant(YamlNode.Entry entry) {
        if (Matcher.NAMES.contains(entry.key())) {
            return Optional.empty();
        }
        String elsewhere = ELSEWHERE.get(entry.key());
        Optional<String> near = elsewhere != null
                ? Optional.of(elsewhere)
                : Suggestions.nearest(entry.key(), LONG_ENOUGH).filter(n -> close(n, entry.key()));
        return near.filter(matcher -> takes(matcher, entry.value()));
    }

    /** Of the short ones too many words are like: note, key, and. */
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
