package io.precinct.rest.api;

import io.precinct.api.config.TagException;
import io.precinct.core.api.config.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The keys of {@code cases.yml}, for the domain that a key belongs to. The file was checked as a whole before it serves, by
 * the bundle of the database; a reader only has to go on as it was where the file is broken afterwards.
 */
public final class CasesKeys {
    private CasesKeys() {}

    /** Where they stand. */
    public static Path file(Configuration configuration) {
        return configuration.dir().resolve("cases.yml");
    }

    /**
     * All keys as they are now; none where there is no file, or nothing but comments in it.
     *
     * @throws TagException where it is no good YAML
     */
    public static Map<?, ?> read(Configuration configuration) throws TagException, IOException {
        Path file = file(configuration);
        Object read = holdsSomething(file) ? configuration.yaml().read(file) : null;
        return read instanceof Map<?, ?> keys ? keys : Map.of();
    }

    /** A file of nothing but comments is no YAML document, and says nothing. */
    private static boolean holdsSomething(Path file) throws IOException {
        return Files.exists(file)
                && Files.readAllLines(file).stream()
                        .anyMatch(line -> !line.isBlank() && !line.strip().startsWith("#"));
    }
}
