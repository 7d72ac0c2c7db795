package io.precinct.recurring;

import io.precinct.config.SettingsFiles;
import io.precinct.core.api.config.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Settings read from a real {@code cases.yml}, which a test rewrites. */
public final class ConfiguredRecurring {
    private final Path folder;
    private final SettingsFiles files;
    private final RecurringSettings settings;

    /** Creates settings in a new folder with this file; its section {@code export} belongs to another owner. */
    public ConfiguredRecurring(Path folder, String text) {
        this.folder = folder;
        files = new SettingsFiles(folder, _ -> Set.of("export", "timezone"), _ -> null, (_, _) -> {});
        write(text);
        settings = new RecurringSettings(files);
    }

    /** Returns the files, for the settings of others. */
    public SettingsFiles files() {
        return files;
    }

    public RecurringSettings settings() {
        return settings;
    }

    /** Rewrites and reloads the file; returns its problems. */
    public List<Problem> write(String text) {
        try {
            Files.writeString(folder.resolve("cases.yml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files.reload();
    }
}
