package io.precinct.http;

import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.VerifyPolicy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Configurations as a test publishes them. */
final class TestConfigurations implements ConfigurationSource {
    private Configuration current;
    private final List<Consumer<Configuration>> subscribers = new CopyOnWriteArrayList<>();

    void publish(HttpSettings http) {
        publish(http, Map.of());
    }

    void publish(HttpSettings http, Map<String, Object> gateway) {
        current = new Configuration(
                "test",
                Path.of("config"),
                http,
                DeploySettings.watching(Path.of("boundaries")),
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                null,
                VerifyPolicy.OPEN,
                List.of(),
                gateway,
                null,
                Instant.EPOCH,
                List.of());
        subscribers.forEach(subscriber -> subscriber.accept(current));
    }

    boolean hasSubscriber() {
        return !subscribers.isEmpty();
    }

    @Override
    public Configuration current() {
        return current;
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
        subscribers.add(listener);
        if (current != null) {
            listener.accept(current);
        }
        return () -> subscribers.remove(listener);
    }
}
