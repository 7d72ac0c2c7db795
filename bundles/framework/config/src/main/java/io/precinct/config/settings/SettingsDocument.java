package io.precinct.config.settings;

import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.YamlNode;
import io.precinct.config.yaml.YamlReader;
import io.precinct.core.api.config.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A settings file as it was read.
 *
 * @param root null if the file has no content, or is invalid YAML
 */
public record SettingsDocument(Path file, @Nullable YamlNode root) {
    /**
     * Reads a file. A file that is missing, or that contains nothing but comments, counts as one without settings.
     *
     * @param environment gives the value of a variable, or null
     */
    public static SettingsDocument read(Path file, Function<String, @Nullable String> environment, Problems problems) {
        if (saysNothing(file)) {
            return new SettingsDocument(file, null);
        }
        YamlNode root = YamlReader.read(file, problems);
        return new SettingsDocument(
                file, root == null ? null : new EnvironmentVariables(environment, problems).replaced(root));
    }

    private static boolean saysNothing(Path file) {
        try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.allMatch(line -> line.isBlank() || line.strip().startsWith("#"));
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false; // The reader reports the reason.
        }
    }

    /** The section of the whole file, for a reader that reports to problems of its own. */
    public Section section(Problems problems) {
        Section section = root == null ? null : Section.of(root, "", problems);
        return section == null ? Section.absent("", new Location(file.toString(), 0, 0), problems) : section;
    }

    /** The folder of the file. */
    public Path folder() {
        return Objects.requireNonNull(file.getParent());
    }
}
