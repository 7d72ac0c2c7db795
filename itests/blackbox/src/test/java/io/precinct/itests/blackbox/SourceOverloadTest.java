package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests live source while clients send more requests at once than it can answer. */
// @req:source-overload
@Timeout(240)
class SourceOverloadTest {
    private static final int CLIENTS = 200;
    private static final int FILES = 1500;
    private static final String SMALL = "/repos/small/symbols?name=stable";

    @TempDir
    private static Path folder;

    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() {
        GitFolder small = GitFolder.init(folder.resolve("small")).write("a.py", "def stable(): pass\n");
        small.commit("first");
        GitFolder large = GitFolder.init(folder.resolve("large"));
        String methods = "    int more(int a) { return a + 1; }\n".repeat(60);
        for (int i = 0; i < FILES; i++) {
            large.write(String.format("src/F%04d.java", i), "class F" + i + " {\n" + methods + "}\n");
        }
        large.commit("first");
        service = Service.withSource(
                folder, "repos: {small: {url: ../small, refresh: 0}, large: {url: ../large, refresh: 0}}\n");
        http = service.http;
        Eventually.until(
                () -> "everything is parsed: " + http.get("/repos").text() + service.server.transcript(),
                () -> http.get("/ready/source").status() == 200
                        && !http.get("/repos").text().contains("\"parsing\":")
                        && http.get(SMALL).text().contains("stable"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** Sends that many queries of the large repository at once, each on a connection of its own. */
    private static List<Http.Answer> atOnce(IntFunction<String> body) {
        return atOnce(CLIENTS, "/repos/large/query", body);
    }

    private static List<Http.Answer> atOnce(int count, String target, IntFunction<String> body) {
        var go = new CountDownLatch(1);
        List<CompletableFuture<Http.Answer>> asked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String sent = body.apply(i);
            asked.add(CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            go.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return new Http(service.server.url()).post(target + "?context=0&limit=1000", sent);
                    },
                    task -> Thread.ofPlatform().start(task)));
        }
        go.countDown();
        return asked.stream().map(CompletableFuture::join).toList();
    }

    /** A query that looks at every file and finds nothing: no method has two parameters. */
    private static String query(String capture) {
        return "{\"lang\":\"java\",\"query\":\"(formal_parameters (formal_parameter) (formal_parameter) @" + capture
                + ")\"}";
    }

    /** Sends a request from another address of this machine, and so as another client. */
    private static HttpResponse<String> fromElsewhere(String body) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .localAddress(InetAddress.getByName("127.0.0.2"))
                .build()) {
            return client.send(
                    HttpRequest.newBuilder(service.server.url().resolve("/query?context=0"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static long searches(String outcome) {
        return http.get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("precinct_source_searches_total{outcome=\"" + outcome + "\""))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    void equalQueriesAtTheSameMomentAreOneComputation() {
        long made = searches("made");
        long others = searches("shared") + searches("kept");

        List<Http.Answer> answers = atOnce(_ -> query("equal"));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo(answers.getFirst().text());
        });
        assertThat(searches("made") - made).isEqualTo(1);
        assertThat(searches("shared") + searches("kept") - others).isEqualTo(CLIENTS - 1);
    }

    @Test
    void whatIsTooMuchIsRefusedAtOnceAndOthersGoOn() {
        var during = new ArrayList<Http.Answer>();
        CompletableFuture<List<Http.Answer>> asking = CompletableFuture.supplyAsync(
                () -> atOnce(i -> query("different" + i)),
                task -> Thread.ofPlatform().start(task));
        do {
            during.add(http.get(SMALL));
        } while (!asking.isDone());
        List<Http.Answer> answers = asking.join();

        assertThat(during).allSatisfy(answer -> assertThat(answer.text()).contains("\"name\":\"stable\""));
        assertThat(answers).extracting(Http.Answer::status).isSubsetOf(200, 429, 503);
        assertThat(answers).filteredOn(answer -> answer.status() == 200).isNotEmpty();
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .isNotEmpty()
                .allSatisfy(answer -> {
                    assertThat(answer.header("Retry-After")).matches("[1-9][0-9]*");
                    assertThat(answer.json().get("code")).isIn("overloaded", "too_many_requests", "bulkhead");
                });
        assertThat(searches("refused")).isPositive();
        Eventually.until(
                () -> "every place is free again: " + http.get("/metrics").text(),
                () -> http.get("/metrics").text().contains("precinct_source_search_places_taken 0"));
    }

    @Test
    void aClientThatAsksTooMuchLeavesPlacesToOthers() throws Exception {
        int places = Math.max(8, 4 * Runtime.getRuntime().availableProcessors());
        CompletableFuture<List<Http.Answer>> asking = CompletableFuture.supplyAsync(
                () -> atOnce(places, "/query", i -> query("mine" + i)),
                task -> Thread.ofPlatform().start(task));
        var elsewhere = new ArrayList<HttpResponse<String>>();
        do {
            elsewhere.add(fromElsewhere(query("theirs" + elsewhere.size())));
        } while (!asking.isDone());

        assertThat(elsewhere)
                .allSatisfy(answer ->
                        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200));
        List<Http.Answer> answers = asking.join();
        assertThat(answers).filteredOn(answer -> answer.status() == 200).isNotEmpty();
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .isNotEmpty()
                .allSatisfy(answer -> {
                    assertThat(answer.status()).isEqualTo(429);
                    assertThat(answer.header("Retry-After")).isEqualTo("1");
                    assertThat(answer.json()).containsEntry("code", "too_many_requests");
                });
    }
}
