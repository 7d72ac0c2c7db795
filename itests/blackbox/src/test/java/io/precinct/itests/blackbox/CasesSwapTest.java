package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Load;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deploys the bundle of the cases anew while users read, list and write. */
@Timeout(240)
class CasesSwapTest {
    private static final int SWAPS = 3;
    private static final String BUNDLE = "io.precinct.cases";

    @TempDir
    private Path folder;

    @Test
    void theCasesAreSwappedWithoutALostRequest() throws Exception {
        try (var service = Service.withCases(folder, "service: swapping\naccess_log: false\n")) {
            String created =
                    service.http.post("/api/tasks", "{\"label\":\"Busy\"}").text();
            String id = created.replaceFirst("(?s).*\"id\":\"(task-[^\"]*)\".*", "$1");
            assertThat(id).as(created).startsWith("task-");
            var swapping = new AtomicBoolean(true);
            String path = "/api/tasks/" + id;
            List<CompletableFuture<Load.Outcome>> loading = new ArrayList<>();
            loading.add(load(service, swapping, "GET", path, "", 200));
            loading.add(load(service, swapping, "GET", "/api/tasks?limit=5&status=parked", "", 200));
            loading.add(load(service, swapping, "GET", path + "/lists", "", 200));
            var writing = load(service, swapping, "POST", path + "/notes", "{\"note\":\"swapped\"}", 201);
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
    }

    private static CompletableFuture<Load.Outcome> load(
            Service service, AtomicBoolean more, String method, String path, String body, int status) {
        var load = new Load(
                service.server.url(),
                Load.request(method, path, List.of(), body.getBytes(StandardCharsets.UTF_8)),
                2,
                response -> response.status() == status);
        return CompletableFuture.supplyAsync(
                () -> load.run(more::get), task -> Thread.ofPlatform().start(task));
    }
}
