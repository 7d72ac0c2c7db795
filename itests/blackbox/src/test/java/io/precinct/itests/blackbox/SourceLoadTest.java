package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Load;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests live source while repositories change, queries run without end and its endpoints are deployed anew. */
@Tag("as-shipped")
@Timeout(180)
class SourceLoadTest {
    private static final int SWAPS = 3;

    @TempDir
    private static Path folder;

    private static GitFolder work;
    private static Service service;

    @BeforeAll
    static void serve() {
        work = GitFolder.init(folder.resolve("work"))
                .write("a.py", "def stable(): pass\n")
                .write("numbers.json", "[" + "\n1,".repeat(60_000) + "1]\n");
        work.commit("first");
        service = Service.withSource(
                folder,
                "repos: {demo: {url: ../work, refresh: 0}}\nlimits: {query_seconds: 1, parsed_bytes: 4194304}\n");
        Eventually.until(
                () -> "the names are found: " + service.http.get("/repos").text() + service.server.transcript(),
                () -> service.http.get("/repos/demo/symbols?name=stable").text().contains("\"name\":\"stable\""));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static CompletableFuture<Load.Outcome> load(AtomicBoolean more, String path) {
        var load = new Load(
                service.server.url(),
                Load.request("GET", path, List.of(), new byte[0]),
                2,
                response -> response.status() == 200 && response.text().contains("stable"));
        return CompletableFuture.supplyAsync(
                () -> load.run(more::get), task -> Thread.ofPlatform().start(task));
    }

    private static void whole(List<CompletableFuture<Load.Outcome>> loading, int least) throws Exception {
        long answered = 0;
        for (CompletableFuture<Load.Outcome> one : loading) {
            Load.Outcome outcome = one.get();
            assertThat(outcome.firstFault()).isEmpty();
            assertThat(outcome.wrong()).isZero();
            assertThat(outcome.answered()).isEqualTo(outcome.sent()).isPositive();
            answered += outcome.answered();
        }
        assertThat(answered).isGreaterThanOrEqualTo(least);
    }

    @Test
    void refreshingLosesNoRequest() throws Exception {
        var more = new AtomicBoolean(true);
        List<CompletableFuture<Load.Outcome>> loading =
                List.of(load(more, "/repos/demo/files/a.py"), load(more, "/repos/demo/symbols?name=stable"));

        for (int i = 0; i < 8; i++) {
            String commit =
                    work.write("b" + i + ".py", "def moving" + i + "(): pass\n").commit("move " + i);
            var refreshed = service.http.post("/repos/demo/refresh?wait=true", "");
            assertThat(refreshed.json()).containsEntry("to_commit", commit);
        }
        Eventually.until("1,000 answers", enough(1000));
        more.set(false);

        whole(loading, 1000);
    }

    /** True once the service has sent this many more answers. */
    private static Eventually.Condition<RuntimeException> enough(int answers) {
        long before = requests();
        return () -> requests() - before >= answers;
    }

    private static long requests() {
        return service.http
                .get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("precinct_requests_total"))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    void aQueryWithoutEndEndsAtItsLimit() {
        // The client gives up after half a minute, so any answer shows that the query ended.
        var endless = service.http.post(
                "/repos/demo/query",
                "{\"path\":\"numbers.json\",\"lang\":\"json\",\"query\":"
                        + "\"(array (number) @a (number) @b (number) @c (number) @d (string) @e)\"}");

        assertThat(endless.status()).as(endless.text()).isEqualTo(504);
        assertThat(endless.json()).containsEntry("code", "query_timeout");
        assertThat(service.http.get("/repos/demo/symbols?name=stable").status()).isEqualTo(200);
    }

    @Test
    void theEndpointsAreSwappedWithoutALostRequest() throws Exception {
        var more = new AtomicBoolean(true);
        List<CompletableFuture<Load.Outcome>> loading = new ArrayList<>();
        loading.add(load(more, "/repos/demo/files/a.py"));
        loading.add(load(more, "/repos/demo/symbols?name=stable"));
        for (int swap = 1; swap <= SWAPS; swap++) {
            String version = "1.0.0.SWAP" + swap;
            PluginJar.drop(
                    ReversionedBundles.bundle("io.precinct.source.endpoints", version),
                    service.boundaries.resolve("endpoints.jar"));
            Eventually.until(
                    () -> version + " in "
                            + service.http.get("/inspect/bundles").text() + service.server.transcript(),
                    () -> service.http
                            .get("/inspect/boundary/files.read")
                            .text()
                            .contains(version));
        }
        more.set(false);

        whole(loading, 1);
    }
}
