package io.precinct.postgres.settings;

import io.precinct.api.config.TagException;
import io.precinct.api.data.Json;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.Yaml;
import io.precinct.postgres.server.Address;
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
 * Reads {@code database:} of {@code cases.yml}, and checks the whole file, so that whoever reads its other keys finds them
 * good. Every fault is found at once. What a secret is never gets into a message.
 */
public final class CasesFile {
    private static final String NAME = "cases.yml";
    private static final String DATABASE = "database";
    private static final List<String> KEYS = List.of("url", "user", "password", "connections");
    private static final String EXPORT = "export";
    private static final String INGEST = "ingest";
    private static final List<String> ALL = List.of(DATABASE, INGEST, EXPORT);
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final int MOST_CONNECTIONS = 200;

    private final Path file;
    private final Function<String, @Nullable String> environment;
    private final List<Problem> problems = new ArrayList<>();

    private CasesFile(Path file, Function<String, @Nullable String> environment) {
        this.file = file;
        this.environment = environment;
    }

    /**
     * What was read.
     *
     * @param settings or null where there are problems
     * @param problems what is wrong with the file
     */
    public record Reading(@Nullable DatabaseSettings settings, List<Problem> problems) {}

    /**
     * Reads the file; one that is missing asks for the embedded database.
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
            checkOthers(keys);
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

    private void checkOthers(Map<?, ?> keys) {
        for (Object key : keys.keySet()) {
            if (!ALL.contains(String.valueOf(key))) {
                atKey(String.valueOf(key), "there is no key '" + key + "'", "there are " + String.join(", ", ALL));
            }
        }
        Object ingest = keys.get(INGEST);
        if (ingest != null && !(ingest instanceof String path && !path.isBlank())) {
            atKey(INGEST, INGEST + " is the path of a folder, not " + Json.compact(ingest), null);
        }
        switch (keys.get(EXPORT)) {
            case null -> {}
            case Map<?, ?> export -> {
                for (Map.Entry<?, ?> entry : export.entrySet()) {
                    if (!"auto".equals(entry.getKey())) {
                        atKey(EXPORT, EXPORT + " has no key '" + entry.getKey() + "'", "it has auto");
                    } else if (!(entry.getValue() instanceof Boolean)) {
                        atKey(EXPORT, EXPORT + ".auto is true or false, not " + Json.compact(entry.getValue()), null);
                    }
                }
            }
            case Object other ->
                atKey(EXPORT, EXPORT + " takes {auto: true or false}, not " + Json.compact(other), null);
        }
    }

    private void atKey(String key, String message, @Nullable String hint) {
        problems.add(new Problem(new Location(file.toString(), topLine(key), 0), message, hint, false));
    }

    private int topLine(String key) {
        try {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).startsWith(key + ":") || lines.get(i).startsWith("\"" + key + "\"")) {
                    return i + 1;
                }
            }
        } catch (IOException e) {
            return 0; // read a moment ago; the message names the file all the same
        }
        return 0;
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
                : new DatabaseSettings(new Address(url, user, password), connections);
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
        problems.add(new Problem(new Location(file.toString(), line(key), 0), message, hint, false));
    }

    /** Where a key of the database stands, or the database itself; 0 where it is written in an unusual way. */
    private int line(@Nullable String key) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            return 0; // read a moment ago; the message names the file all the same
        }
        int found = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(DATABASE + ":")) {
                found = i + 1;
            } else if (found != 0 && key != null && line.strip().startsWith(key + ":")) {
                return i + 1;
            }
        }
        return found;
    }

    /** The message of the YAML reader begins with the place. */
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
