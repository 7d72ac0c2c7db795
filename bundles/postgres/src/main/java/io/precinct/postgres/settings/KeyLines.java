package io.precinct.postgres.settings;

import io.precinct.core.api.config.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lines of keys in a YAML file with sections of plain keys, because the data read from it have no locations.
 *
 * @param file that was read a moment ago
 */
record KeyLines(Path file) {
    /** A top-level key; line 0 if it is written in an unusual way. */
    Location of(String key) {
        return of(key, null);
    }

    /** A key of a section; the section itself if it has no line of its own. */
    Location of(String section, @Nullable String key) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            lines = List.of(); // the message names the file all the same
        }
        int found = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean inner = line.startsWith(" ") || line.isBlank() || line.startsWith("#");
            if (found == 0 && is(line, section)) {
                found = i + 1;
            } else if (found != 0 && !inner) {
                break;
            } else if (found != 0 && key != null && is(line.strip(), key)) {
                return new Location(file.toString(), i + 1, 0);
            }
        }
        return new Location(file.toString(), found, 0);
    }

    private static boolean is(String line, String key) {
        return line.startsWith(key + ":") || line.startsWith("\"" + key + "\"");
    }
}
