package io.precinct.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.service.HealthCheck;
import io.precinct.config.SettingsFiles;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.source.testing.OpenNatives;
import io.precinct.testing.Eventually;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

class SourceDomainTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final List<Object> registered = new CopyOnWriteArrayList<>();

    @Test
    void anErrorWhileSettingsAreAppliedLosesNothing() throws Exception {
        var natives = new OpenNatives();
        var attempts = new AtomicInteger();
        Plugins plugins = answering(Plugins.class, (_, _) -> {
            if (attempts.getAndIncrement() == 0) {
                throw new OutOfMemoryError("for a while");
            }
            return (AutoCloseable) () -> {};
        });
        var settings = new SettingsFiles(folder, _ -> Set.of(), System::getenv, (_, _) -> {});
        var domain = new SourceDomain(context(), settings, plugins);
        try {
            Eventually.until(
                    () -> "the sources are registered: " + registered,
                    () -> registered.stream().anyMatch(LiveSources.class::isInstance));
            assertThat(((HealthCheck) registered.getFirst()).check().facts()).doesNotContainKey("facts_unavailable");
        } finally {
            domain.close();
            natives.awaitNone();
        }
    }

    private BundleContext context() {
        var registration = answering(ServiceRegistration.class, (_, _) -> null);
        return answering(BundleContext.class, (method, arguments) -> switch (method) {
            case "getProperty" ->
                Launch.DATA_DIR.equals(arguments[0]) ? folder.resolve("data").toString() : null;
            case "registerService" -> {
                registered.add(arguments[1]);
                yield registration;
            }
            default -> null;
        });
    }

    private static <T> T answering(Class<T> type, BiFunction<String, Object[], @Nullable Object> answers) {
        return Objects.requireNonNull(type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (_, method, arguments) -> answers.apply(method.getName(), arguments))));
    }
}
