package io.precinct.itests.blackbox;

import static io.precinct.itests.blackbox.BundleOwnershipTest.ECHO;
import static io.precinct.itests.blackbox.BundleOwnershipTest.assertRefused;
import static io.precinct.itests.blackbox.BundleOwnershipTest.family;
import static io.precinct.itests.blackbox.BundleOwnershipTest.taking;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.BundleOwnershipTest.Said;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the bundle of the cases keeps its names, and is deployed anew while users read, list and write. */
@Timeout(240)
class CasesSwapTest {
    private static final int SWAPS = 3;
    private static final String BUNDLE = "io.precinct.cases";

    private static final String YAML = """
        service: swapping
        access_log: false
        routes:
          /echo/:message: {method: get, boundary: echo, name: echo}
        """;

    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void start() {
        service = Service.withCases(folder, YAML);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Said deploy(PluginJar jar, String... options) {
        Path file = jar.writeTo(folder.resolve("taking.jar"));
        String[] words = Arrays.copyOf(new String[] {"deploy", file.toString()}, 2 + options.length);
        System.arraycopy(options, 0, words, 2, options.length);
        return BundleOwnershipTest.precinct(service, words);
    }

    @Test
    void aNameOfAnotherBundleIsRefusedAndItsOwnerNamed() {
        String owner = "the name boundary echo belongs to " + ECHO;
        assertRefused(deploy(taking("echo", "test.echo")), owner + " 1.0.0");
        assertRefused(deploy(taking("echo", "test.echo"), "--dry-run"), owner);
        assertRefused(
                deploy(family("tasks", "create")), "the name boundary tasks.create belongs to " + BUNDLE + " 1.0.0");
        assertThat(service.http.get("/echo/x").text()).contains("\"echoed\"");
    }

    @Test
    void theCasesAreSwappedWithoutALostRequest() throws Exception {
        String created = service.http.post("/api/tasks", "{\"label\":\"Busy\"}").text();
        String id = created.replaceFirst("(?s).*\"id\":\"(task-[^\"]*)\".*", "$1");
        assertThat(id).as(created).startsWith("task-");
        var swapping = new AtomicBoolean(true);
        String path = "/api/tasks/" + id;
        List<CompletableFuture<Load.Outcome>> loading = new ArrayList<>();
        loading.add(load(swapping, "GET", path, "", 200));
        loading.add(load(swapping, "GET", "/api/tasks?limit=5&status=parked", "", 200));
        loading.add(load(swapping, "GET", path + "/lists", "", 200));
        var writing = load(swapping, "POST", path + "/notes", "{\"note\":\"swapped\"}", 201);
        loading.add(writing);

        for (int swap = 1; swap <= SWAPS; swap++) {
            String version = "1.0.0.SWAP" + swap;
            PluginJar.drop(ReversionedBundles.bundle(BUNDLE, version), service.boundaries.resolve("cases.jar"));
            Eventually.until(
                    () -> version + " in "
                            + service.http.get("/inspect/bundles").text() + service.server.transcript(),
                    () -> service.http
                            .get("/inspect/boundary/tasks.read")
                            .text()
                            .contains(version));
        }
        swapping.set(false);

        for (CompletableFuture<Load.Outcome> one : loading) {
            Load.Outcome outcome = one.get();
            assertThat(outcome.firstFault()).isEmpty();
            assertThat(outcome.wrong()).isZero();
            assertThat(outcome.answered()).isEqualTo(outcome.sent()).isPositive();
        }
        // The creation and every acknowledged note, none of them twice.
        var task = service.http.get("/api/tasks?fields=id,note_count").text();
        assertThat(task).contains("\"note_count\":" + (writing.get().answered() + 1));
    }

    private static CompletableFuture<Load.Outcome> load(
            AtomicBoolean more, String method, String path, String body, int status) {
        var load = new Load(
                service.server.url(),
                Load.request(method, path, List.of(), body.getBytes(StandardCharsets.UTF_8)),
                2,
                response -> response.status() == status);
        return CompletableFuture.supplyAsync(
                () -> load.run(more::get), task -> Thread.ofPlatform().start(task));
    }
}
