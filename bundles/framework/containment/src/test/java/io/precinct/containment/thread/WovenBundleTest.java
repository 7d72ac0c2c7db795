package io.precinct.containment.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.RouteLimits;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.api.inspect.Guarded;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.thread.ThreadContainment;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** Tests the loops of deployed bundles while containment is active, and after it has stopped. */
@Timeout(120)
class WovenBundleTest {
    private static final String CONTAINMENT = "io.precinct.containment";

    @TempDir
    Path folder;

    private TestContainer container;

    private static RouteEntry route(String name, Duration deadline) {
        return new RouteEntry(
                name,
                RouteDeclaration.of("get", "/" + name),
                List.of(name),
                true,
                null,
                null,
                new RouteLimits(deadline, 0, 0),
                new Location("service.yml", 1, 1));
    }

    @BeforeEach
    void start() throws Exception {
        container = TestContainer.withCore(
                folder.resolve("data"),
                // Classes are loaded by the requests that have no deadline.
                List.of(
                        route("sums", Duration.ZERO),
                        route("late", Duration.ZERO),
                        route("endless", Duration.ofMillis(500))),
                Map.of(),
                TestPlugin.gate().jar(folder.resolve("gate.jar")),
                TestPlugin.codeOf(ThreadActivator.class));
        container.deployments();
    }

    @AfterEach
    void stop() throws Exception {
        Files.writeString(end(), "");
        container.close();
    }

    /** The file whose existence ends the endless loop. */
    private Path end() {
        return folder.resolve("end");
    }

    private static String boundary(String type, String name, String work) {
        return """
                import io.precinct.api.boundary.*;
                import java.util.Map;
                import org.osgi.service.component.annotations.*;

                @Component
                @BoundaryName("%2$s")
                public final class %1$s implements Boundary {
                    public Declaration declaration() { return Declaration.terminal().writes("n", true).build(); }
                    public Outcome cross(Input input) {
                        int n = 0;
                        %3$s
                        return Reply.ok(Map.of("n", n));
                    }
                }
                """.formatted(type, name, work);
    }

    private void deploy() throws Exception {
        Path jar = new TestPlugin("a.loops", "1.0.0")
                .source("Sums", boundary("Sums", "sums", "for (int i = 0; i <= 10; i++) { n += i; }"))
                .source("Late", boundary("Late", "late", "n = Loaded.sum() + (\"a-b\".matches(\"a.b\") ? 1 : 0);"))
                .source("Loaded", """
                        final class Loaded {
                            static int sum() {
                                int n = 0;
                                for (int i = 0; i <= 10; i++) { n += i; }
                                return n;
                            }
                        }
                        """)
                .source("Endless", boundary("Endless", "endless", """
                        java.nio.file.Path end = java.nio.file.Path.of("%s");
                        while (!java.nio.file.Files.exists(end)) { n++; }
                        """.formatted(end())))
                .jar(folder.resolve("loops.jar"));
        assertThat(container.deploy(jar).result()).isEqualTo(Result.DEPLOYED);
    }

    private int status(String path) throws Exception {
        try (Answer answer = answer(path).get(30, TimeUnit.SECONDS)) {
            return answer.status();
        }
    }

    private CompletableFuture<Answer> answer(String path) {
        var answer = new CompletableFuture<Answer>();
        Thread.ofPlatform()
                .daemon()
                .start(() -> container.service(Dispatcher.class).dispatch(new Get(path), answer::complete));
        return answer;
    }

    private record Get(String rawPath) implements Request {
        @Override
        public String method() {
            return "GET";
        }

        @Override
        public @Nullable String rawQuery() {
            return null;
        }

        @Override
        public @Nullable String header(String name) {
            return null;
        }

        @Override
        public Map<String, @Nullable Object> headers() {
            return Map.of();
        }

        @Override
        public boolean hasBody() {
            return false;
        }

        @Override
        public byte[] body(long limit) {
            return new byte[0];
        }

        @Override
        public @Nullable String adapter() {
            return null;
        }

        @Override
        public Caller caller() {
            return Caller.IN_PROCESS;
        }
    }

    private Guarded endless() {
        return container.service(Inspection.class).guarded().stream()
                .filter(one -> one.boundary().equals("endless"))
                .findFirst()
                .orElseThrow();
    }

    private Bundle containment() {
        return container.bundles(CONTAINMENT).getFirst();
    }

    private void awaitEnded() {
        awaitBack("the thread has ended in its loop");
    }

    private void assertStuckUntilItsLoopEnds() throws Exception {
        container.awaitTrue("the thread is stuck", () -> endless().stuck() == 1);
        Files.writeString(end(), "");
        awaitBack("the thread has come back");
    }

    /** The two counts change one after the other. */
    private void awaitBack(String event) {
        container.awaitTrue(event, () -> {
            Guarded now = endless();
            return now.inFlight() == 0 && now.stuck() == 0;
        });
    }

    @Test
    void aLoopThatIgnoresItsInterruptionEnds() throws Exception {
        deploy();
        assertThat(status("/sums")).isEqualTo(200);

        assertThat(status("/endless")).isEqualTo(504);

        awaitEnded();
    }

    @Test
    void theThreadIsReportedWhereContainmentHasNotStarted() throws Exception {
        containment().stop();
        deploy();
        assertThat(status("/sums")).isEqualTo(200);
        assertThat(status("/late")).isEqualTo(200);

        assertThat(status("/endless")).isEqualTo(504);

        assertStuckUntilItsLoopEnds();
    }

    /** The first class with a loop is changed; the second one is loaded after containment has stopped. */
    @Test
    void loopsRunOnWhenContainmentHasStopped() throws Exception {
        deploy();
        assertThat(status("/sums")).isEqualTo(200);

        containment().stop();

        assertThat(container.service(ThreadContainment.class)).isNull();
        assertThat(status("/sums")).isEqualTo(200);
        assertThat(status("/late")).isEqualTo(200);
        assertThat(status("/endless")).isEqualTo(504);
        assertStuckUntilItsLoopEnds();
    }

    @Test
    void loopsRunOnWhenContainmentIsUninstalled() throws Exception {
        deploy();
        assertThat(status("/endless")).isEqualTo(504);
        awaitEnded();

        containment().uninstall();

        assertThat(status("/sums")).isEqualTo(200);
        assertThat(status("/late")).isEqualTo(200);
    }

    @Test
    void loopsThatWereChangedEndAgainWhenContainmentHasReturned() throws Exception {
        deploy();
        assertThat(status("/endless")).isEqualTo(504);
        awaitEnded();
        containment().stop();
        containment().start();

        assertThat(status("/endless")).isEqualTo(504);

        awaitEnded();
    }
}
