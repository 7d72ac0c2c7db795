package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.EventType;
import io.precinct.events.api.Events;
import io.precinct.testing.ClassFixture;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChannelTest {
    @ClassFixture
    private static CasesFixture fixture;

    /** A client that stores everything it receives. */
    private static final class Client implements Body.Channel {
        private final List<String> received = new CopyOnWriteArrayList<>();

        static Client of(String principal) {
            var client = new Client();
            fixture.services().events().stream(new Events.Feed("cases", principal), null)
                    .hub()
                    .opened(client);
            return client;
        }

        @Override
        public boolean send(byte[] bytes) {
            received.add(new String(bytes, StandardCharsets.UTF_8));
            return true;
        }

        @Override
        public void onClose(Runnable action) {
            // the channel stays open until the test ends
        }

        @Override
        public void close() {
            // nothing to close
        }

        /** Waits for an event that contains all of these parts. */
        String await(String... parts) {
            return Eventually.untilFound(
                    () -> "an event with " + List.of(parts) + " among " + received,
                    () -> received.stream()
                            .filter(event -> Stream.of(parts).allMatch(event::contains))
                            .findFirst()
                            .orElse(null));
        }
    }

    private static TestAnswer as(String who, String path) {
        return fixture.request("POST", path).header("X-Detective", who).send();
    }

    @Test
    void everyChangeOfACaseIsToldToAll() {
        Client client = Client.of("anybody");
        String id = fixture.create("told");
        client.await("event: case", "\"type\":\"case\"", "\"id\":\"" + id + "\"", "\"version\":1");
        fixture.post("/api/tasks/" + id + "/notes", Map.of("note", "n"));
        client.await("\"id\":\"" + id + "\"", "\"version\":2", "\"note_count\":2");
        fixture.delete("/api/tasks/" + id);
        client.await("\"id\":\"" + id + "\"", "\"deleted\":true");
    }

    private static TestAnswer sent(String trace, String key, String method, String path, Object body) {
        var request = fixture.request(method, path)
                .header("X-Detective", "kim")
                .header("traceparent", trace)
                .header("Idempotency-Key", key);
        TestAnswer answer = body == null ? request.send() : request.json(body).send();
        assertThat(answer.status()).as(answer.text()).isLessThan(300);
        return answer;
    }

    @Test
    void aClientKnowsItsOwnEchoAndWhatChanged() {
        Client client = Client.of("kim");
        String trace = "00-0123456789abcdef0123456789abcde%d-00f067aa0ba902b7-01";
        String by = "\"actor\":\"kim\",\"request\":\"" + trace + "\",\"key\":\"key-%d\",";
        String id = (String) sent(trace.formatted(1), "key-1", "POST", "/api/tasks", Map.of("label", "mine"))
                .json()
                .get("id");
        String task = "/api/tasks/" + id;
        client.await(by.formatted(1, 1) + "\"change\":\"case_created\",\"fields\":[],\"case\":{\"id\":\"" + id);
        sent(trace.formatted(2), "key-2", "PATCH", task, Map.of("priority", 1, "label", "ours"));
        client.await(by.formatted(2, 2)
                + "\"change\":\"field_updated\",\"fields\":[\"label\",\"priority\"],\"case\":{\"id\":\"" + id);
        sent(trace.formatted(3), "key-3", "POST", task + "/notes", Map.of("note", "seen"));
        client.await(by.formatted(3, 3) + "\"change\":\"note_added\",\"fields\":[\"investigation_notes\"]", id);
        sent(trace.formatted(4), "key-4", "PATCH", task + "/notes/2", Map.of("note", "seen twice"));
        client.await(by.formatted(4, 4) + "\"change\":\"note_edited\",\"fields\":[\"investigation_notes\"]", id);
        sent(trace.formatted(5), "key-5", "POST", task + "/start", null);
        client.await("event: case", by.formatted(5, 5) + "\"change\":\"resumed\",\"fields\":[\"status\"]", id);
        client.await("event: current", by.formatted(5, 5) + "\"reason\":\"start\"", id);
        sent(trace.formatted(6), "key-6", "DELETE", task, null);
        client.await(by.formatted(6, 6) + "\"change\":\"deleted\",\"fields\":[]", id);
    }

    @Test
    void aChangeOfAChecklistIsToldWithItsRequest() {
        Client client = Client.of("anybody");
        String id = fixture.create("with lists");
        String trace = "00-0123456789abcdef0123456789abcde%d-00f067aa0ba902b7-01";
        String by = "\"actor\":\"kim\",\"request\":\"" + trace + "\",\"key\":null,\"change\":\"field_updated\"";
        String lists = "/api/tasks/" + id + "/lists";
        changeList(trace.formatted(7), "POST", lists, Map.of("name", "To check"));
        client.await(by.formatted(7), id);
        changeList(
                trace.formatted(8),
                "POST",
                lists + "/to-check/execute",
                Map.of("action", "add", "params", Map.of("text", "one")));
        client.await(by.formatted(8), id);
        changeList(trace.formatted(9), "DELETE", lists + "/to-check", null);
        client.await(by.formatted(9), id);
    }

    private static void changeList(String trace, String method, String path, @Nullable Object body) {
        var request = fixture.request(method, path).header("X-Detective", "kim").header("traceparent", trace);
        TestAnswer answer = body == null ? request.send() : request.json(body).send();
        assertThat(answer.status()).as(answer.text()).isLessThan(300);
    }

    @Test
    void aPushIsToldWithItsRequestAndWhatTheServiceDoesItselfHasNone() {
        Client client = Client.of("anybody");
        String id = "task-00000000-0000-4000-8000-00000000ec40";
        String trace = "00-0123456789abcdef0123456789abcdef-00f067aa0ba902b7-01";
        fixture.request("POST", "/api/sync/push")
                .header("traceparent", trace)
                .json(Map.of("tasks", List.of(Map.of("id", id, "label", "pushed"))))
                .send();
        client.await("event: synced", "\"request\":\"" + trace + "\",\"key\":null,\"change\":\"synced\"", id);
        fixture.database().write(transaction -> {
            var mutation = fixture.services().mutation(transaction, Actor.local("clockwork"));
            mutation.open(id).note(EventType.NOTE_ADDED, "by itself");
            mutation.finish();
            return null;
        });
        client.await("\"actor\":\"clockwork\",\"request\":null,\"key\":null,\"change\":\"note_added\"", id);
    }

    @Test
    void theCurrentCaseIsToldToItsPrincipalOnly() {
        Client kim = Client.of("kim");
        Client lee = Client.of("lee");
        String id = fixture.create("current");
        as("kim", "/api/tasks/" + id + "/start");
        String event = kim.await("event: current", "\"reason\":\"start\"");
        assertThat(event)
                .contains("\"type\":\"current\"", "\"seq\":", "\"at\":", "\"actor\":\"kim\"")
                .contains("\"current\":{\"id\":\"" + id + "\",\"label\":\"current\",\"status\":\"active\"")
                .contains("\"priority\":3,\"urgency_level\":\"routine\",\"version\":2}")
                .contains("\"stack\":[\"" + id + "\"]");
        as("lee", "/api/tasks/" + id + "/park");
        kim.await("event: current", "\"reason\":\"park\"", "\"actor\":\"lee\"", "\"current\":null", "\"stack\":[]");
        lee.await("\"id\":\"" + id + "\"", "\"status\":\"parked\"");
        assertThat(lee.received).noneMatch(text -> text.contains("event: current"));
    }

    @Test
    void refreshAndReloadPublishAgain() {
        Client client = Client.of("pat");
        String id = fixture.create("again");
        as("pat", "/api/tasks/" + id + "/start");
        TestAnswer refreshed = as("pat", "/api/tasks/active-case/refresh");
        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(refreshed.json()).containsEntry("stack", List.of(id));
        assertThat(RegisterTest.map(refreshed.json().get("current"))).containsEntry("id", id);
        client.await("event: current", "\"reason\":\"refresh\"");
        TestAnswer reloaded = as("pat", "/api/tasks/" + id + "/reload-case-channel");
        assertThat(reloaded.json()).containsEntry("id", id).containsEntry("version", 2L);
        client.await("event: case", "\"reason\":\"reload\"", id);
        assertThat(fixture.read(id)).as("nothing was changed").containsEntry("version", 2L);
        assertThat(as("pat", "/api/tasks/task-x/reload-case-channel").status()).isEqualTo(404);
        assertThat(fixture.request("POST", "/api/tasks/" + id + "/reload-case-channel")
                        .header("If-Match", "\"v999\"")
                        .send()
                        .status())
                .isEqualTo(412);
    }

    @Test
    void theStreamIsServerSentEvents() {
        TestAnswer answer = fixture.get("/api/tasks/stream");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.mediaType()).startsWith("text/event-stream");
        assertThat(fixture.request("GET", "/api/tasks/stream")
                        .header("Last-Event-ID", "x")
                        .send()
                        .status())
                .isEqualTo(422);
    }
}
