package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends hostile input to every endpoint below {@code /api} that the service's own OpenAPI document names. The service
 * must answer 500 only if the specification asks for it, answer within half a minute, and keep the database unharmed.
 *
 * <p>{@code -Dprecinct.fuzz.requests=…} sends more requests to each endpoint; {@code -Dprecinct.fuzz.seed=…} repeats a
 * run.
 */
@Timeout(1200)
class CasesFuzzTest {
    private static final int REQUESTS = Integer.getInteger("precinct.fuzz.requests", 30);
    private static final long SEED = Long.getLong("precinct.fuzz.seed", System.nanoTime());
    private static final Duration LATEST = Duration.ofSeconds(30);

    /** The paths for which the specification allows 500; {@link #SPECIFIED_CODE} matches such an answer. */
    private static final Pattern SPECIFIED = Pattern.compile("/api/tasks/[^/]+/(start|park|escalate)");

    private static final Pattern SPECIFIED_CODE = Pattern.compile("\"code\":\"(case_not_found|invalid_transition)\"");

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<Integer, Integer> statuses = new TreeMap<>();

    /** An operation of the OpenAPI document. */
    private record Operation(String method, String template) {}

    @Test
    void whateverComesIsAnsweredAndNothingIsHarmed(TestReporter reporter) throws Exception {
        reporter.publishEntry("precinct.fuzz.seed", Long.toString(SEED));
        List<String> faults = new ArrayList<>();
        try (var service = Service.withCases(folder, "service: fuzzed\naccess_log: false\n");
                client) {
            String kept = create(service, "Kept as it is");
            service.http.post("/api/tasks/" + kept + "/notes", "{\"note\":\"kept\"}");
            List<String> ids = new ArrayList<>();
            List<String> templates = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ids.add(create(service, "Nightly " + i));
                templates.add(template(service));
            }
            List<Operation> operations = operations(service);
            assertThat(operations).hasSizeGreaterThan(75);
            var input = new FuzzInput(SEED, ids, templates);
            for (int i = 0; i < REQUESTS; i++) {
                for (Operation operation : operations) {
                    // Writes every case to disk, so two requests are enough.
                    if (i < 2 || !operation.template().endsWith("/export-all")) {
                        request(service, operation, input, faults);
                    }
                }
                ids.set(i % ids.size(), create(service, "Nightly again"));
                templates.set(i % templates.size(), template(service));
            }
            reporter.publishEntry("statuses", statuses.toString());
            assertThat(faults).as("seed " + SEED).isEmpty();
            assertThat(statuses.get(200) + statuses.get(201))
                    .as("what is let in: " + statuses)
                    .isGreaterThan(100);
            assertUnharmed(service, kept);
        }
    }

    /** A case with a checklist. */
    private static String create(Service service, String label) {
        String id = id(service.http.post("/api/tasks", "{\"label\":\"" + label + "\"}"));
        service.http.post("/api/tasks/" + id + "/lists", "{\"name\":\"To check\"}");
        return id;
    }

    private static String template(Service service) {
        return id(service.http.post(
                "/api/recurring-templates",
                "{\"label\":\"Nightly\",\"schedule\":{\"kind\":\"cron\",\"rule\":\"0 3 * * *\"}}"));
    }

    private static String id(Http.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return String.valueOf(answer.json().get("id"));
    }

    private static List<Operation> operations(Service service) {
        List<Operation> operations = new ArrayList<>();
        var paths = (Map<?, ?>) service.http.get("/inspect/openapi.json").json().get("paths");
        assertThat(paths).isNotNull();
        paths.forEach((path, item) -> ((Map<?, ?>) item).keySet().forEach(method -> {
            if (path.toString().startsWith("/api/")) {
                operations.add(new Operation(method.toString().toUpperCase(Locale.ROOT), path.toString()));
            }
        }));
        return operations;
    }

    private void request(Service service, Operation operation, FuzzInput input, List<String> faults)
            throws InterruptedException {
        String path = input.path(operation.template());
        String target = path + input.query();
        String body = operation.method().equals("GET") ? "" : input.body(operation.template());
        List<String> headers = input.headers();
        var request = HttpRequest.newBuilder(service.server.url().resolve(target))
                .timeout(LATEST)
                .header("Content-Type", "application/json")
                .method(
                        operation.method(),
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!headers.isEmpty()) {
            request.headers(headers.toArray(String[]::new));
        }
        String said = operation.method() + " " + target + " " + headers + "\n" + body + "\n→ ";
        try {
            Answered answer = send(request.build());
            if (answer.status() == 503 && answer.text().contains("\"retryable\":true")) {
                answer = send(request.build()); // the retry it asks for: being busy twice is a fault
            }
            if (answer.status() >= 500 && !specified(path, answer.status(), answer.text())) {
                faults.add(said + answer.status() + " " + answer.text());
            }
        } catch (HttpTimeoutException e) {
            faults.add(said + "nothing within " + LATEST);
        } catch (IOException e) {
            faults.add(said + e);
        }
    }

    private record Answered(int status, String text) {}

    /** Sends a request. If the answer has no end, only its status is read. */
    private Answered send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream in = answer.body()) {
            boolean endless =
                    answer.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
            statuses.merge(answer.statusCode(), 1, Integer::sum);
            return new Answered(
                    answer.statusCode(), endless ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static boolean specified(String path, int status, String text) {
        return status == 500
                && SPECIFIED.matcher(path).matches()
                && SPECIFIED_CODE.matcher(text).find()
                && text.contains("\"retryable\":false");
    }

    private static void assertUnharmed(Service service, String kept) {
        Map<?, ?> task = service.http.get("/api/tasks/" + kept).json();
        assertThat(task.get("label")).isEqualTo("Kept as it is");
        assertThat((List<?>) task.get("investigation_notes"))
                .anySatisfy(
                        note -> assertThat(((Map<?, ?>) note).get("content")).isEqualTo("kept"));
        Http.Answer all = service.http.get("/api/tasks?limit=1");
        assertThat(all.status()).isEqualTo(200);
        assertThat(String.valueOf(
                        service.http.get("/api/tasks/cases/statistics").json().get("total")))
                .isEqualTo(all.header("X-Total-Count"));
        // On a busy machine, a check may not answer in time.
        Eventually.until(
                () -> "it is ready: " + service.http.get("/ready").text(),
                () -> service.http.get("/ready").status() == 200);
    }
}
