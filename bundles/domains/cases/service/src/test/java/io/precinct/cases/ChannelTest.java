package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.events.api.Events;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ChannelTest {
    private static CasesFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new CasesFixture();
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

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
