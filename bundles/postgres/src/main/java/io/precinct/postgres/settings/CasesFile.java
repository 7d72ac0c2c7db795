package io.precinct.postgres.settings;

import io.precinct.api.config.TagException;
import io.precinct.api.data.Json;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.Yaml;
import io.precinct.postgres.server.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code database:} of {@code cases.yml}, and checks the whole file, so that the readers of its other keys can
 * rely on them. All faults are reported at once; no message contains a secret.
 */
public final class CasesFile {
    private static final String NAME = "cases.yml";
    private static final String DATABASE = "database";
    private static final List<String> KEYS = List.of("url", "user", "password", "connections");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final int MOST_CONNECTIONS = 200;

    private final Path file;
    private final KeyLines lines;
    private final Function<String, @Nullable String> environment;
    private final List<Problem> problems = new ArrayList<>();

    private CasesFile(Path file, Function<String, @Nullable String> environment) {
        this.file = file;
        this.lines = new KeyLines(file);
        this.environment = environment;
    }

    /**
     * The result of reading the file.
     *
     * @param settings or null if there are problems
     * @param problems what is wrong with the file
     */
    public record Reading(@Nullable DatabaseSettings settings, List<Problem> problems) {}

    /**
     * Reads the file; if it is missing, the embedded database is used.
     *
     * @param environment gives the value of a variable, or null
     */
    public static Reading read(Path folder, Yaml yaml, Function<String, @Nullable String> environment) {
        var reader = new CasesFile(folder.resolve(NAME), environment);
        DatabaseSettings settings = reader.settings(yaml);
        return new Reading(reader.problems.isEmpty() ? settings : null, List.copyOf(reader.problems));
    }

    private DatabaseSettings settings(Yaml yaml) {
        if (!Files.exists(file)) {
            return DatabaseSettings.EMBEDDED;
        }
        Object document;
        try {
            document = Files.readString(file).lines().allMatch(CasesFile::blank) ? null : yaml.read(file);
        } catch (TagException e) {
            problems.add(atItsPlace(e));
            return DatabaseSettings.EMBEDDED;
        } catch (IOException e) {
            problems.add(
                    new Problem(new Location(file.toString(), 0, 0), "the file cannot be read: " + e, null, false));
            return DatabaseSettings.EMBEDDED;
        }
        Object database = document instanceof Map<?, ?> keys ? keys.get(DATABASE) : null;
        if (document != null && !(document instanceof Map<?, ?>)) {
            problem(null, "the file is a map of settings, not " + Json.compact(document), null);
        }
        if (document instanceof Map<?, ?> keys) {
            problems.addAll(DomainKeys.problems(keys, lines));
        }
        if (database == null) {
            return DatabaseSettings.EMBEDDED;
        }
        if (database instanceof Map<?, ?> keys) {
            return settings(keys);
        }
        problem(
                null,
                DATABASE + " takes a map of " + String.join(", ", KEYS),
                "leave it out for the embedded database");
        return DatabaseSettings.EMBEDDED;
    }

    private static boolean blank(String line) {
        return line.isBlank() || line.strip().startsWith("#");
    }

    private DatabaseSettings settings(Map<?, ?> keys) {
        for (Object key : keys.keySet()) {
            if (!KEYS.contains(String.valueOf(key))) {
                problem(
                        String.valueOf(key),
                        DATABASE + " has no key '" + key + "'",
                        "it has " + String.join(", ", KEYS));
            }
        }
        int connections = connections(keys.get("connections"));
        if (keys.get("url") == null && keys.get("user") == null && keys.get("password") == null) {
            return new DatabaseSettings(null, connections);
        }
        String url = text(keys, "url", "jdbc:postgresql://HOST/DATABASE");
        if (url != null && !url.startsWith("jdbc:postgresql:")) {
            problem("url", DATABASE + ".url begins with jdbc:postgresql:", "say jdbc:postgresql://HOST/DATABASE");
        } else if (url != null && url.contains("password=")) {
            problem("url", DATABASE + ".url contains a password", "it belongs into " + DATABASE + ".password");
        }
        String user = text(keys, "user", "the role to connect as");
        String password = text(keys, "password", "say ${PRECINCT_DATABASE_PASSWORD}");
        return url == null || user == null || password == null
                ? DatabaseSettings.EMBEDDED
                : new DatabaseSettings(new DatabaseAddress(url, user, password), connections);
    }

    private int connections(@Nullable Object value) {
        if (value == null) {
            return DatabaseSettings.CONNECTIONS;
        }
        if (value instanceof Number number
                && number.doubleValue() == number.intValue()
                && number.intValue() >= 2
                && number.intValue() <= MOST_CONNECTIONS) {
            return number.intValue();
        }
        problem(
                "connections",
                DATABASE + ".connections is a number from 2 to " + MOST_CONNECTIONS + ", not " + Json.compact(value),
                null);
        return DatabaseSettings.CONNECTIONS;
    }

    private @Nullable String text(Map<?, ?> keys, String key, String hint) {
        Object value = keys.get(key);
        if (value == null) {
            problem(null, DATABASE + "." + key + " is missing", hint);
            return null;
        }
        if (!(value instanceof String text)) {
            problem(key, DATABASE + "." + key + " is a text", "put it in quotes");
            return null;
        }
        Matcher variables = VARIABLE.matcher(text);
        var resolved = new StringBuilder();
        while (variables.find()) {
            String found = environment.apply(variables.group(1));
            if (found == null) {
                problem(
                        key,
                        DATABASE + "." + key + " names the environment variable " + variables.group(1)
                                + ", which is not set",
                        "set it before the start");
                return null;
            }
            variables.appendReplacement(resolved, Matcher.quoteReplacement(found));
        }
        return variables.appendTail(resolved).toString();
    }

    private void problem(@Nullable String key, String message, @Nullable String hint) {
        problems.add(new Problem(lines.of(DATABASE, key), message, hint, false));
    }

    /** Splits the location off the message of the YAML reader. */
    private Problem atItsPlace(TagException e) {
        String message = String.valueOf(e.getMessage());
        Matcher place = Pattern.compile(
                        Pattern.quote(file.toString()) + ":(?:(\\d+)(?::\\d+)?:)? ?(.*)", Pattern.DOTALL)
                .matcher(message);
        if (!place.matches()) {
            return new Problem(new Location(file.toString(), 0, 0), message, e.hint(), false);
        }
        int line = place.group(1) == null ? 0 : Integer.parseInt(place.group(1));
        return new Problem(new Location(file.toString(), line, 0), place.group(2), e.hint(), false);
    }
}
