package io.precinct.core;

import static io.precinct.core.TestCore.answering;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.dispatch.Caller;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DispatchTest {
    private final TestCore core = new TestCore();

    @BeforeEach
    void start() {
        core.boundary(
                        "echo",
                        answering(in -> Reply.ok(Data.map(
                                "params", in.params().map(), "query", in.query().map()))))
                .boundary("options", answering(in -> Reply.ok(Data.map("service", in.get("service")))))
                .boundary(
                        "rest",
                        answering(in -> Reply.ok(Map.of("rest", in.params().text("path")))))
                .route("post", "/echo/:id", "echo")
                .route("get", "/options", "options")
                .route("get", "/files/*path", "rest")
                .route("get", "/files/index", "options", "echo")
                .start();
    }

    @AfterEach
    void stop() {
        core.close();
    }

    @Test
    void aChainIsLetGoOfWhereNobodyTakesItsAnswer() {
        assertThatThrownBy(() -> core.core.dispatch(CoreRequest.of("GET", "/options"), answer -> {
                    throw new OutOfMemoryError("of this test");
                }))
                .isInstanceOf(OutOfMemoryError.class);

        assertThat(core.core.inFlight()).isZero();
    }

    @Test
    void pathVariablesAndBodyMembersBecomeParams() {
        var sent = core.send(CoreRequest.of("POST", "/echo/a%20b").body("application/json", "{\"x\": [1, 2.5, null]}"));

        assertThat(sent.map().get("params")).isEqualTo(Map.of("id", "a b", "x", Data.list(1, 2.5, null)));
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, 200",
        "application/json; charset=utf-8, 200",
        "application/vnd.x+json;charset=\"UTF-8\", 200",
        "application/json; charset=utf-16, 415",
        "application/json; charset=iso-8859-1, 415",
        "application/json; charset=nonsense, 415",
    })
    void jsonIsUtf8WhateverAClientCallsIt(String mediaType, int status) {
        assertThat(core.send(CoreRequest.of("POST", "/echo/1").body(mediaType, "{}"))
                        .status())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
    void jsonInAnotherEncodingIsNotRead(String charset) {
        var sent = core.send(CoreRequest.of("POST", "/echo/1")
                .body("application/json", "{\"a\": 1}".getBytes(Charset.forName(charset))));

        assertThat(sent.status()).isEqualTo(400);
        assertThat(sent.map().get("error")).asString().contains("JSON is UTF-8");
    }

    @Test
    void aBodyThatIsNoObjectIsTheParameterBody() {
        var sent = core.send(CoreRequest.of("POST", "/echo/1").body("application/json", "[1]"));

        assertThat(sent.map().get("params")).isEqualTo(Map.of("id", "1", "body", Data.list(1)));
    }

    @Test
    void aMemberMayRepeatAPathVariableButNotContradictIt() {
        var same = core.send(CoreRequest.of("POST", "/echo/7").body("application/json", "{\"id\": 7}"));
        var other = core.send(CoreRequest.of("POST", "/echo/7").body("application/json", "{\"id\": 8}"));

        assertThat(same.map().get("params")).isEqualTo(Map.of("id", "7"));
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.map()).containsEntry("field", "id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": 1,}",
                "{\"a\": 1, \"a\": 2}",
                "{",
                "1e999",
                "{\"a\": 1} x",
                "\"\\ud800",
                "\"\\ud800\"",
                "{\"\\udc00\": 1}",
                "[1e-99999]"
            })
    void aBodyThatIsNotJsonIs400WithLineAndColumn(String body) {
        var sent = core.send(CoreRequest.of("POST", "/echo/1").body("application/json", body));

        assertThat(sent.status()).isEqualTo(400);
        assertThat(sent.map()).containsEntry("code", "bad_json").containsKeys("line", "column");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP, identity", "br", "x"})
    void aBodyInACodingIs415WithTheCodingThatIsTaken(String coding) {
        var sent = core.send(CoreRequest.of("POST", "/echo/1")
                .header("Content-Encoding", coding)
                .body("application/json", "{\"a\": 1}"));

        assertThat(sent.status()).isEqualTo(415);
        assertThat(sent.map()).containsEntry("code", "unsupported_content_coding");
        assertThat(sent.answer().headers().first("Accept-Encoding")).isEqualTo("identity");
        for (String none : List.of("identity", " Identity ", "")) {
            var taken = CoreRequest.of("POST", "/echo/1")
                    .header("Content-Encoding", none)
                    .body("application/json", "{}");
            assertThat(core.send(taken).status()).isEqualTo(200);
        }
        assertThat(core.send(CoreRequest.of("GET", "/options").header("Content-Encoding", coding))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void anotherMediaTypeIs415WithWhatIsTaken() {
        var sent = core.send(CoreRequest.of("POST", "/echo/1").body("text/csv", "a,b"));

        assertThat(sent.status()).isEqualTo(415);
        assertThat(sent.map()).containsEntry("available", Data.list("application/json"));
    }

    @Test
    void aBodyBeyondTheLimitIs413() {
        var sent = core.send(CoreRequest.of("POST", "/echo/1").body("application/json", " ".repeat((1 << 20) + 1)));

        assertThat(sent.status()).isEqualTo(413);
    }

    @Test
    void queryParametersAreDecodedAndRepeatedOnesAreAList() {
        var sent = core.send(CoreRequest.of("POST", "/echo/1?a=1&b=x+y%21&a=2&_verify=&_trace=0"));

        assertThat(sent.map().get("query")).isEqualTo(Map.of("a", Data.list("1", "2"), "b", "x y!"));
    }

    @Test
    void staticSegmentsWinOverVariablesWhateverTheOrder() {
        assertThat(core.get("/files/index").map()).containsKey("params");
        assertThat(core.get("/files/a/b%2Bc").payload()).isEqualTo(Map.of("rest", "a/b+c"));
    }

    @Test
    void aPathThatIsNotThereIs404WithTheNearestRoute() {
        var sent = core.get("/optons");

        assertThat(sent.status()).isEqualTo(404);
        assertThat(sent.map()).containsEntry("nearest", "/options");
        assertThat(core.get("/options/").status()).isEqualTo(404);
        assertThat(core.get("/files").map()).containsEntry("nearest", "/files/*path");
        assertThat(core.get("/files/").map()).containsEntry("nearest", "/files/*path");
        assertThat(core.get("/").map()).doesNotContainKey("nearest");
    }

    @Test
    void anotherMethodIs405AndOptionsTellsTheMethods() {
        var wrong = core.get("/echo/1");
        var options = core.send(CoreRequest.of("OPTIONS", "/options"));

        assertThat(wrong.status()).isEqualTo(405);
        assertThat(wrong.answer().headers().first("Allow")).isEqualTo("OPTIONS, POST");
        assertThat(options.status()).isEqualTo(204);
        assertThat(options.answer().headers().first("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(core.send(CoreRequest.of("HEAD", "/options")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/options/%, a \"%\" without two hexadecimal digits after it: \"%\" at character 10",
        "/echo/%zz, a \"%\" without two hexadecimal digits after it: \"%zz\" at character 7",
        "/a%20b/%zz/c, a \"%\" without two hexadecimal digits after it: \"%zz\" at character 8",
        "/%ff, percent-encoded bytes that are not UTF-8: \"%ff\" at character 2",
        "/echo/%c3%28, percent-encoded bytes that are not UTF-8: \"%c3\" at character 7"
    })
    void aPathThatIsNotWellEncodedIs400AndNamesTheFaultAndItsPlace(String path, String fault) {
        var sent = core.get(path);

        assertThat(sent.status()).isEqualTo(400);
        assertThat(sent.map()).containsEntry("error", "the path has " + fault).containsEntry("code", "bad_request");
    }

    @ParameterizedTest
    @CsvSource({"a=1&%zz=2, 5", "a=1&b&c=%zz, 9", "%zz, 1", "a==%zz, 4"})
    void aQueryThatIsNotWellEncodedIs400AndNamesTheFaultAndItsPlace(String query, int at) {
        var sent = core.get("/options?" + query);

        assertThat(sent.status()).isEqualTo(400);
        assertThat(sent.map())
                .containsEntry(
                        "error",
                        "the query has a \"%\" without two hexadecimal digits after it: \"%zz\" at character " + at);
    }

    @Test
    void headerWinsOverQueryAndQueryOverPrefer() {
        // This core has no verify_route, so the refusal of a probe names it.
        var byHeader = core.send(CoreRequest.of("GET", "/options").header("X-Service-Verify", " a "));
        var empty = core.send(CoreRequest.of("GET", "/options").header("X-Service-Verify", " "));
        var traced = core.send(CoreRequest.of("GET", "/options?_trace=1"));

        assertThat(byHeader.status()).isEqualTo(503);
        assertThat(byHeader.map()).containsEntry("missing", Data.list("verify_route"));
        assertThat(empty.payload()).isEqualTo(Map.of("service", Data.map("verify", null, "trace", false)));
        assertThat(traced.payload()).isEqualTo(Map.of("service", Data.map("verify", null, "trace", true)));
    }

    @Test
    void recordingIsRefusedWhileItIsOff() {
        var verifier = io.precinct.api.boundary.Declaration.passthrough()
                .at(io.precinct.api.boundary.Position.LAST)
                .capability("verify")
                .build();
        core.boundary(
                "verify_route", answering(verifier, in -> ChainContext.of(in).reply()));
        core.core.deployed(core.plugins.snapshot());

        var admin = new Caller("127.0.0.1", true, true, null, Set.of());
        var sent = core.send(CoreRequest.of("GET", "/options")
                .header("X-Service-Verify", "record:x")
                .from(admin));

        assertThat(sent.status()).isEqualTo(403);
        assertThat(sent.map()).containsEntry("code", "recording_off");
    }

    @Test
    void ofTwoBundlesWithOneRouteTheOneThatWasThereFirstAnswers() {
        core.plugins.family("zzz", notes("/notes/:id")).family("aaa", notes("/notes/:key"));
        core.start();

        assertThat(core.get("/notes/1").payload()).isEqualTo(Map.of("id", "1"));
        assertThat(core.core.conflicts())
                .containsExactly(
                        "route aaa.read (test.family.aaa) is not served: route zzz.read (test.family.zzz) takes"
                                + " GET /notes/:id");
    }

    private static BoundaryFamily notes(String path) {
        return () -> List.of(Member.get(
                path,
                "read",
                Declaration.terminal().build(),
                in -> Reply.ok(in.params().map())));
    }
}
