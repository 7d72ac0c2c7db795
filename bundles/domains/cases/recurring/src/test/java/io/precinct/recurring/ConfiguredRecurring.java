package io.precinct.recurring;

import io.precinct.config.SettingsFiles;
import io.precinct.core.api.config.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Settings that are read from a real {@code cases.yml}, which a test rewrites. */
public final class ConfiguredRecurring {
    private final Path folder;
    private final SettingsFiles files;
    private final RecurringSettings settings;

    /** Settings of a new folder with this file in it, of which {@code export} belongs to somebody else. */
    public ConfiguredRecurring(Path folder, String text) {
        this.folder = folder;
        files = new SettingsFiles(folder, _ -> Set.of("export"), _ -> null, (_, _) -> {});
        write(text);
        settings = new RecurringSettings(files);
    }

    public RecurringSettings settings() {
        return settings;
    }

    /** Another file, and the reload that follows; returns what is wrong with it. */
    public List<Problem> write(String text) {
        try {
            Files.writeString(folder.resolve("cases.yml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files.reload();
    }
}
