package io.precinct.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.deploy.Deployments.Result;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/** What the core lets in of what the deployer brings, and keeps. */
class AdmissionTest {
    @TempDir
    Path folder;

    private TestContainer container;

    @BeforeEach
    void start() throws Exception {
        var hello = new RouteEntry(
                "hello",
                RouteDeclaration.of("get", "/hello"),
                List.of("hello"),
                true,
                null,
                new Location("service.yml", 1, 1));
        container = TestContainer.withCore(
                folder.resolve("data"), List.of(hello), Map.of(), jar(TestPlugin.gate(), "gate"));
    }

    @AfterEach
    void stop() throws Exception {
        container.close();
    }

    private Path jar(TestPlugin plugin, String name) {
        return plugin.jar(folder.resolve(name + ".jar"));
    }

    private void deploy(TestPlugin plugin, String name) throws Exception {
        var outcome = container.deploy(jar(plugin, name));
        assertThat(outcome.result()).as("%s", outcome.reasons()).isEqualTo(Result.DEPLOYED);
    }

    private String get(String path) {
        return Get.of(container, path);
    }

    @Test
    void aBundleServesOnAfterAServiceItRefersToWasReplaced() throws Exception {
        deploy(clock(1), "clock-1");
        deploy(asking(), "asking");
        assertThat(get("/hello")).startsWith("200 ").contains("1 o'clock");
        Bundle old = container.bundles("a.clock").getFirst();

        deploy(clock(2), "clock-2");
        container.awaitTrue("the old clock to go", () -> old.getState() == Bundle.UNINSTALLED);

        assertThat(get("/hello")).startsWith("200 ").contains("2 o'clock");
    }

    @Test
    void aBundleThatGoesWhileItRegistersNothingIsNotHeld() throws Exception {
        deploy(clock(1), "clock-1");
        deploy(asking(), "asking");
        container.bundles("a.clock").getFirst().uninstall();
        assertThat(get("/hello")).startsWith("503 ");
        Bundle waiting = container.bundles("a.hello").getFirst();
        var loader = new WeakReference<>(waiting.adapt(BundleWiring.class).getClassLoader());

        waiting.uninstall();

        container.awaitTrue("its loader to be collected", () -> {
            System.gc();
            return loader.refersTo(null);
        });
    }

    private static TestPlugin clock(int hour) {
        return new TestPlugin("a.clock", "1.0." + hour).source("Clock", """
                import java.util.function.LongSupplier;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Clock implements LongSupplier {
                    public long getAsLong() { return %d; }
                }
                """.formatted(hour));
    }

    /** The boundary {@code hello}, which is taken down and up again where its clock is replaced. */
    private static TestPlugin asking() {
        return new TestPlugin("a.hello", "1.0.0").source("Says", """
                import io.precinct.api.boundary.*;
                import java.util.Map;
                import java.util.function.LongSupplier;
                import org.osgi.service.component.annotations.*;

                @Component
                @BoundaryName("hello")
                public final class Says implements Boundary {
                    private final LongSupplier clock;

                    @Activate
                    public Says(@Reference LongSupplier clock) { this.clock = clock; }

                    public Declaration declaration() { return Declaration.terminal().writes("says", true).build(); }

                    public Outcome cross(Input input) {
                        return Reply.ok(Map.of("says", clock.getAsLong() + " o'clock"));
                    }
                }
                """);
    }
}
