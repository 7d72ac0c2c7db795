package io.precinct.boundary.verifyroute;

import static io.precinct.boundary.testing.GateRequest.get;
import static io.precinct.boundary.testing.GateRequest.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Reply;
import io.precinct.boundary.testing.GateAnswer;
import io.precinct.boundary.testing.GateChain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingTest {
    @TempDir
    private Path temp;

    private Path first;
    private Path second;
    private GateChain chain;

    @BeforeEach
    void start() {
        first = temp.resolve("fixtures");
        second = temp.resolve("more");
        chain = new GateChain()
                .boundary("verify_route", new VerifyRoute())
                .boundary("hello", input -> Reply.ok(Map.of("greeting", "hello")))
                .boundary("create", input -> Reply.created("/things/7", Map.of("id", 7)))
                .route("get", "/hello", "hello")
                .route("post", "/things", "create")
                .recordingInto(first, second)
                .started();
    }

    @Test
    void theAnswerBecomesAFixtureInTheFirstDirectory() throws IOException {
        GateAnswer answer = record("greetings/hello");

        Path file = first.resolve("greetings/hello.yml");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.at("greeting")).isEqualTo("hello");
        assertThat(answer.at("_recorded", "fixture")).isEqualTo("greetings/hello");
        assertThat(answer.at("_recorded", "file")).isEqualTo(file.toRealPath().toString());
        assertThat(Files.readString(file)).contains("Recorded from get /hello on ", "expected=", "greeting");
        assertThat(files()).containsExactly("fixtures/greetings/hello.yml");
    }

    @Test
    void aFixtureIsNeverReplaced() throws IOException {
        record("hello");
        String before = Files.readString(first.resolve("hello.yml"));

        GateAnswer again = record("hello");

        assertThat(again.status()).isEqualTo(422);
        assertThat(again.payload())
                .isEqualTo(Map.of(
                        "error", "fixture exists", "route", "hello", "verify", "record:hello", "fixture", "hello"));
        assertThat(Files.readString(first.resolve("hello.yml"))).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixtures/mocks/hello.yml", "more/hello.yml", "more/mocks/hello.yml"})
    void aFixtureThatIsFoundElsewhereIsNeverHidden(String existing) throws IOException {
        Path file = temp.resolve(existing);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "expected: {}");

        assertThat(record("hello").at("error")).isEqualTo("fixture exists");
        assertThat(files()).containsExactly(existing);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "..",
                "../out",
                "a/../../out",
                "/etc/out",
                "a//b",
                "a/",
                ".",
                "a/./b",
                "a b",
                "a\\b",
                "ä",
                "a\u0000b"
            })
    void aNameThatIsNoFixtureNameWritesNothing(String name) throws IOException {
        GateAnswer answer = record(name);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.at("error")).isEqualTo("bad fixture name");
        assertThat(files()).isEmpty();
    }

    @Test
    void aLinkThatLeadsOutIsNotFollowed() throws IOException {
        Path outside = Files.createDirectories(temp.resolve("outside"));
        Files.createDirectories(first);
        Files.createSymbolicLink(first.resolve("link"), outside);

        GateAnswer answer = record("link/sub/hello");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void aRecordingAfterAWriteThatCannotBeMadeSaysThatTheWriteIsDone() {
        chain.send(post("/things", "{}").asOperator().verifying("record:thing"));

        GateAnswer again = chain.send(post("/things", "{}").asOperator().verifying("record:thing"));

        assertThat(again.status()).isEqualTo(422);
        assertThat(again.headers().first("X-Service-Committed")).isEqualTo("true");
        assertThat(again.headers().first("Location")).isEqualTo("/things/7");
    }

    @Test
    void onlyTheOperatorRecords() throws IOException {
        GateAnswer answer = chain.send(get("/hello").verifying("record:hello"));

        assertThat(answer.status()).isIn(401, 403);
        assertThat(files()).isEmpty();
    }

    private GateAnswer record(String name) {
        return chain.send(get("/hello").asOperator().verifying("record:" + name));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(temp)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> temp.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
