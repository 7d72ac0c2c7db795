package io.precinct.recurring;

import io.precinct.config.tag.YamlDocuments;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.VerifyPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Settings that are read from a real {@code cases.yml}, which a test rewrites. */
public final class ConfiguredRecurring implements ConfigurationSource {
    private final Path folder;
    private final List<Consumer<Configuration>> listeners = new ArrayList<>();
    private final RecurringSettings settings;

    /** Settings of a new folder with this file in it. */
    public ConfiguredRecurring(Path folder, String text) {
        this.folder = folder;
        write(text);
        settings = new RecurringSettings(this);
    }

    public RecurringSettings settings() {
        return settings;
    }

    /** Another file, and the reload that follows. */
    public void write(String text) {
        try {
            Files.writeString(folder.resolve("cases.yml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        listeners.forEach(listener -> listener.accept(current()));
    }

    @Override
    public Configuration current() {
        return new Configuration(
                "test",
                folder,
                HttpSettings.onPort(0),
                DeploySettings.watching(folder),
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                null,
                VerifyPolicy.OPEN,
                List.of(),
                Map.of(),
                new YamlDocuments(),
                Instant.EPOCH,
                List.of());
    }

    @Override
    public List<Problem> problems() {
        return List.of();
    }

    @Override
    public List<Problem> reload() {
        return List.of();
    }

    @Override
    public AutoCloseable subscribe(Consumer<Configuration> listener) {
        listeners.add(listener);
        listener.accept(current());
        return () -> {};
    }
}
