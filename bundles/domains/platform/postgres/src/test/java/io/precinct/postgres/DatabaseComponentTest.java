package io.precinct.postgres;

import static io.precinct.postgres.TestCluster.schema;
import static io.precinct.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.config.SettingsFiles;
import io.precinct.core.api.launch.Launch;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Databases;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.Version;

/** Tests the component against an external server that nobody runs. */
class DatabaseComponentTest {
    @TempDir
    Path folder;

    private final List<BundleListener> listeners = new CopyOnWriteArrayList<>();
    private final List<Object> registered = new CopyOnWriteArrayList<>();

    @Test
    void nobodyWaitsForADatabaseThatIsNotThereWhenTheFrameworkStops() throws Exception {
        DatabaseComponent component = component();
        CompletableFuture<Throwable> failure = waiting(opened());
        var stop = new BundleEvent(BundleEvent.STOPPING, bundle(Constants.SYSTEM_BUNDLE_ID));
        listeners.forEach(listener -> listener.bundleChanged(stop));
        assertThat(failure.get(20, TimeUnit.SECONDS))
                .isInstanceOf(DatabaseUnavailable.class)
                .hasMessage("the service is stopping");
        component.close();
        assertThat(listeners).isEmpty();
    }

    @Test
    void nobodyWaitsForADatabaseThatIsNotThereWhenTheBundleStops() throws Exception {
        DatabaseComponent component = component();
        CompletableFuture<Throwable> failure = waiting(opened());
        component.close();
        assertThat(failure.get(20, TimeUnit.SECONDS))
                .isInstanceOf(DatabaseUnavailable.class)
                .hasMessage("the database is closed");
    }

    private DatabaseComponent component() throws Exception {
        Files.writeString(folder.resolve("cases.yml"), """
                database:
                  url: jdbc:postgresql://127.0.0.1:1/precinct
                  user: precinct
                  password: precinct
                """);
        return new DatabaseComponent(
                context(), new SettingsFiles(folder, _ -> Set.of(), Map.<String, String>of()::get, (_, _) -> {}));
    }

    private Database opened() {
        @SuppressWarnings("unchecked") // it is registered as Databases
        var databases = (ServiceFactory<Databases>) registered.stream()
                .filter(service -> service instanceof ServiceFactory<?>)
                .findFirst()
                .orElseThrow();
        return databases.getService(bundle(7), null).open(schema("a", "CREATE TABLE a.thing (id int)"));
    }

    /** Reads on another thread; returns once that waits for the schema. */
    private static CompletableFuture<Throwable> waiting(Database database) {
        var failure = new CompletableFuture<Throwable>();
        Thread reading = Thread.ofPlatform().daemon().start(() -> {
            try {
                database.read(transaction -> 0);
            } catch (RuntimeException e) {
                failure.complete(e);
            }
        });
        until(
                () -> "it waits for the schema: " + reading.getState(),
                () -> reading.getState() == Thread.State.TIMED_WAITING);
        return failure;
    }

    private BundleContext context() {
        Bundle own = bundle(3);
        return answering(BundleContext.class, (method, arguments) -> switch (method) {
            case "getBundle" -> own;
            case "getProperty" -> Launch.DATA_DIR.equals(arguments[0]) ? folder.toString() : null;
            case "addBundleListener" -> listeners.add((BundleListener) arguments[0]);
            case "removeBundleListener" -> listeners.remove((BundleListener) arguments[0]);
            case "registerService" -> {
                registered.add(arguments[1]);
                yield answering(ServiceRegistration.class, (_, _) -> null);
            }
            default -> null;
        });
    }

    private static Bundle bundle(long id) {
        return answering(Bundle.class, (method, _) -> switch (method) {
            case "getBundleId" -> id;
            case "getSymbolicName" -> "bundle" + id;
            case "getVersion" -> Version.emptyVersion;
            case "equals" -> false;
            default -> null;
        });
    }

    private interface Answers {
        Object of(String method, Object[] arguments);
    }

    private static <T> T answering(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (_, method, arguments) -> answers.of(method.getName(), arguments)));
    }
}
