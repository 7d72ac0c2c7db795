package io.precinct.itests.blackbox;

import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An instance of the distribution for all test classes of this JVM that only send it requests: they neither end nor
 * configure it, but for their own repositories. It starts with the first such class and ends with the JVM. If it no
 * longer runs after a class, that class fails, and the next one gets a new instance. Registered as a static extension;
 * used by one class at a time.
 *
 * @param <T> the instance as tests use it
 */
final class SharedService<T> implements BeforeAllCallback, AfterAllCallback {
    private static final Map<Kind<?>, Object> RUNNING = new ConcurrentHashMap<>();

    /** A set of features with a configuration; compared by identity. */
    private interface Kind<T> {
        T start(Path folder) throws IOException;

        Service service(T instance);

        /** Removes what a class has configured. */
        default void reset(T instance) {}
    }

    private static final Kind<Service> SOURCE = new Kind<>() {
        @Override
        public Service start(Path folder) {
            return Service.withConfiguration(folder, "repos: {}\n");
        }

        @Override
        public Service service(Service instance) {
            return instance;
        }

        @Override
        public void reset(Service instance) {
            setRepositories(instance, List.of());
        }
    };

    private static final Kind<CasesGateway> CASES = new Kind<>() {
        @Override
        public CasesGateway start(Path folder) throws IOException {
            return CasesGateway.start(folder);
        }

        @Override
        public Service service(CasesGateway instance) {
            return instance.service();
        }
    };

    private final Kind<T> kind;

    private SharedService(Kind<T> kind) {
        this.kind = kind;
    }

    /** Live source with configuration queries. A class has the repositories that it gives to {@link #serve}. */
    static SharedService<Service> source() {
        return new SharedService<>(SOURCE);
    }

    /** Cases with the users of {@link CasesGateway}. */
    static SharedService<CasesGateway> cases() {
        return new SharedService<>(CASES);
    }

    /** The running instance. */
    T get() {
        T instance = running();
        if (instance == null) {
            throw new IllegalStateException("it runs only for classes of which it is a static extension");
        }
        return instance;
    }

    @SuppressWarnings("unchecked") // the kind has started it
    private @Nullable T running() {
        return (T) RUNNING.get(kind);
    }

    private boolean isAlive(T instance) {
        return kind.service(instance).server.process().isAlive();
    }

    private T start() {
        try {
            Path folder = Files.createTempDirectory("precinct-shared");
            T instance = kind.start(folder);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> end(kind.service(instance), folder), "shared-service-end"));
            return instance;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void end(Service service, Path folder) {
        service.close();
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }

    /**
     * Serves these repositories, and no others, until the end of the class or the next call. Their names must be the
     * class's own.
     *
     * @param repositories lines below {@code repos} in {@code source.yml}, with absolute paths
     */
    static void serve(Service service, String... repositories) {
        setRepositories(service, List.of(repositories));
    }

    private static void setRepositories(Service service, List<String> repositories) {
        Service.write(
                service.config.resolve("source.yml"),
                repositories.isEmpty() ? "repos: {}\n" : "repos:\n  " + String.join("\n  ", repositories) + "\n");
        List<String> expected = repositories.stream()
                .map(line -> line.substring(0, line.indexOf(':')))
                .sorted()
                .toList();
        Eventually.until(
                () -> expected + " are served: " + service.http.get("/repos").text() + service.server.transcript(),
                () -> names(service).equals(expected));
    }

    private static List<String> names(Service service) {
        var names = new ArrayList<String>();
        var answer = service.http.get("/repos?limit=1000");
        if (answer.status() == 200 && answer.json().get("items") instanceof List<?> items) {
            for (Object item : items) {
                names.add(String.valueOf(((Map<?, ?>) item).get("name")));
            }
        }
        return names.stream().sorted().toList();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        T instance = running();
        if (instance == null || !isAlive(instance)) {
            RUNNING.put(kind, start());
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        T instance = running();
        if (instance == null) {
            return; // it did not start
        }
        if (!isAlive(instance)) {
            RUNNING.remove(kind);
            throw new AssertionError("the shared service has ended: "
                    + kind.service(instance).server.transcript());
        }
        kind.reset(instance);
    }
}
