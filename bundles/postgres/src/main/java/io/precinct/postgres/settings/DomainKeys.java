package io.precinct.postgres.settings;

import io.precinct.api.data.Json;
import io.precinct.core.api.config.Problem;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks the keys of {@code cases.yml} that the domains read, so that they can rely on them. */
final class DomainKeys {
    private static final List<String> ALL = List.of("database", "ingest", "export", "recurring");

    /**
     * A key of a section.
     *
     * @param takes human-readable description of its values
     */
    private record Key(String name, String takes, Predicate<Object> good) {}

    private static final List<Key> EXPORT = List.of(new Key("auto", "true or false", Boolean.class::isInstance));

    private static final List<Key> RECURRING = List.of(
            new Key("enabled", "true or false", Boolean.class::isInstance),
            new Key("timezone", "a name of the IANA time zone database, say Europe/Berlin", DomainKeys::isZone),
            new Key("max_catch_up", "a number from 1 to 1000", value -> whole(value, 1000)),
            new Key("poll_seconds", "a number from 1 to 3600", value -> whole(value, 3600)));

    private final KeyLines lines;
    private final List<Problem> problems = new ArrayList<>();

    private DomainKeys(KeyLines lines) {
        this.lines = lines;
    }

    /** What is wrong with the keys; {@code database} is not checked here. */
    static List<Problem> problems(Map<?, ?> keys, KeyLines lines) {
        var check = new DomainKeys(lines);
        for (Object key : keys.keySet()) {
            String name = String.valueOf(key);
            if (!ALL.contains(name)) {
                check.problem(name, null, "there is no key '" + name + "'", "there are " + String.join(", ", ALL));
            }
        }
        Object ingest = keys.get("ingest");
        if (ingest != null && !(ingest instanceof String path && !path.isBlank())) {
            check.problem("ingest", null, "ingest is the path of a folder, not " + Json.compact(ingest), null);
        }
        check.section("export", keys.get("export"), EXPORT);
        check.section("recurring", keys.get("recurring"), RECURRING);
        return check.problems;
    }

    private void section(String section, @Nullable Object value, List<Key> known) {
        String names = String.join(", ", known.stream().map(Key::name).toList());
        switch (value) {
            case null -> {}
            case Map<?, ?> keys ->
                keys.forEach((name, inner) -> {
                    Key key = known.stream()
                            .filter(one -> one.name.equals(name))
                            .findFirst()
                            .orElse(null);
                    if (key == null) {
                        problem(
                                section,
                                String.valueOf(name),
                                section + " has no key '" + name + "'",
                                "it has " + names);
                    } else if (inner == null || !key.good.test(inner)) {
                        String what = section + "." + name + " is " + key.takes + ", not " + Json.compact(inner);
                        problem(section, key.name, what, null);
                    }
                });
            case Object other ->
                problem(section, null, section + " takes a map of " + names + ", not " + Json.compact(other), null);
        }
    }

    private static boolean isZone(Object value) {
        try {
            return value instanceof String name && ZoneId.of(name) != null;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean whole(Object value, int most) {
        return value instanceof Number number
                && number.doubleValue() == number.intValue()
                && number.intValue() >= 1
                && number.intValue() <= most;
    }

    private void problem(String section, @Nullable String key, String message, @Nullable String hint) {
        problems.add(new Problem(lines.of(section, key), message, hint, false));
    }
}
