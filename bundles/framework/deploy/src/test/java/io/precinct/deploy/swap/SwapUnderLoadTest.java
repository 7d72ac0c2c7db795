package io.precinct.deploy.swap;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.deploy.Diagnosis;
import io.precinct.deploy.GetRequest;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;

/** The deployer and the core together, without a socket in between. */
class SwapUnderLoadTest {
    private static final int CLIENTS = 8;
    private static final int SWAPS = 25;

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
        container = TestContainer.withCore(folder.resolve("data"), List.of(hello), Map.of(), gate());
    }

    @AfterEach
    void stop() throws Exception {
        container.close();
    }

    private Path gate() {
        return TestPlugin.gate().jar(folder.resolve("gate.jar"));
    }

    /** A generation whose handler takes some time. */
    private Path generation(int i, int millis) {
        return generation(i, "Thread.sleep(" + millis + ");");
    }

    /** A generation whose handler waits until the test releases it. */
    private Path waiting(int i) {
        return generation(
                i,
                "while (!java.nio.file.Files.exists(java.nio.file.Path.of(\"%s\"))) Thread.sleep(5);"
                        .formatted(released()));
    }

    private Path released() {
        return folder.resolve("released");
    }

    private void release() throws IOException {
        Files.createFile(released());
    }

    private Path generation(int i, String first) {
        String source = TestPlugin.boundarySource("Says", "hello", "word " + i)
                .replace(
                        "public Outcome cross(Input input) {",
                        "public Outcome cross(Input input) throws Exception { " + first);
        return new TestPlugin("a.hello", "1.0." + i % 3)
                .source("Says", source)
                .jar(folder.resolve("generation-" + i + ".jar"));
    }

    private String get() {
        return GetRequest.of(container, "/hello");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void noRequestFailsWhileGenerationsComeGoAndAreRefused(int millis) throws Exception {
        container.deploy(generation(0, millis));
        assertThat(get()).startsWith("200 ").contains("word 0");
        List<Path> jars = new ArrayList<>();
        for (int i = 1; i <= SWAPS; i++) {
            jars.add(generation(i, millis));
        }
        Path broken = TestPlugin.saying("a.hello", "9.0.0", "hello", "broken")
                .header("Import-Package", "no.such,*")
                .jar(folder.resolve("broken.jar"));

        Queue<String> failures = new ConcurrentLinkedQueue<>();
        var answered = new AtomicLong();
        var over = new AtomicBoolean();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.ofVirtual().start(() -> {
                while (!over.get()) {
                    String answer = get();
                    answered.incrementAndGet();
                    if (!answer.matches("(?s)200 .*\"says\":\"word \\d+\".*")) {
                        failures.add(answer);
                    }
                }
            }));
        }
        for (int i = 0; i < SWAPS; i++) {
            assertThat(container.deploy(jars.get(i)).result()).isEqualTo(Result.DEPLOYED);
            if (i % 5 == 2) {
                assertThat(container.deploy(broken).result()).isEqualTo(Result.REFUSED);
            }
            if (i % 5 == 4) {
                assertThat(container.deployments().rollback("a.hello").result()).isEqualTo(Result.ROLLED_BACK);
            }
        }
        over.set(true);
        for (Thread client : clients) {
            client.join();
        }

        assertThat(failures).isEmpty();
        assertThat(answered).hasPositiveValue();
        container.awaitTrue(
                "the old generations to go", () -> container.bundles("a.hello").size() == 1);
    }

    private void awaitRequest() {
        container.awaitTrue(
                "the request to be on its way",
                () -> container
                                .service(io.precinct.core.api.inspect.Inspection.class)
                                .inFlight()
                        > 0);
    }

    @Test
    void aRequestInFlightKeepsItsGenerationAndNothingElseDoes() throws Exception {
        container.deploy(waiting(0));
        Bundle old = container.bundles("a.hello").getFirst();
        var answers = new ConcurrentLinkedQueue<String>();
        Thread client = Thread.ofVirtual().start(() -> answers.add(get()));
        awaitRequest();
        container.deploy(generation(1, 0));
        assertThat(get()).contains("word 1");
        assertThat(answers).isEmpty();

        release();
        client.join();
        assertThat(answers).singleElement().asString().contains("word 0");
        container.awaitTrue("the old one to be uninstalled", () -> old.getState() == Bundle.UNINSTALLED);
    }

    @Test
    void theLoadersOfDrainedGenerationsAreCollectedWithoutAFurtherSwap() throws Exception {
        container.deploy(waiting(0));
        Thread client = Thread.ofVirtual().start(this::get);
        awaitRequest();
        container.deploy(generation(1, 0));
        release();
        client.join();
        container.awaitTrue(
                "the old one to go", () -> container.bundles("a.hello").size() == 1);

        container.awaitTrue("its loader to be collected", () -> {
            System.gc();
            return container.service(Diagnosis.class).lingering("a.hello") == 0;
        });
    }
}
