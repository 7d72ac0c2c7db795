package io.precinct.core;

import static io.precinct.core.TestCore.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.ReservedMembers;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.metrics.MetricSource.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The check of what boundaries return against what they declare. */
class OutputTest {
    private static final Declaration COUNTS =
            Declaration.terminal().writes("count", Map.of("gte", 0)).build();
    private static final Declaration LABELS = Declaration.passthrough().build();

    private final TestCore core = new TestCore();

    @AfterEach
    void stop() {
        core.close();
    }

    private TestCore.Sent answer(VerifyOutput policy, Declaration declaration, Outcome outcome) {
        core.boundary("b", answering(declaration, in -> outcome))
                .route("get", "/b", "b")
                .verifyOutput(policy)
                .start();
        return core.get("/b");
    }

    private TestCore.Sent refused(Declaration declaration, Outcome outcome) {
        return answer(VerifyOutput.REFUSE, declaration, outcome);
    }

    /** The answer if the passthrough returns {@code handed} for {@code {"n": 1, "list": [1]}}. */
    private TestCore.Sent labelled(Reply handed) {
        core.boundary("writes", answering(in -> Reply.ok(Data.map("n", 1, "list", List.of(1), "nothing", null))))
                .boundary("labels", answering(LABELS, in -> handed))
                .route("get", "/b", "writes", "labels")
                .verifyOutput(VerifyOutput.REFUSE)
                .start();
        return core.get("/b");
    }

    private double drifts(String boundary) {
        return core.core.collect().stream()
                .filter(family -> family.name().equals("precinct_boundary_drifts"))
                .flatMap(family -> family.samples().stream())
                .map(Sample.Value.class::cast)
                .filter(sample -> boundary.equals(sample.labels().get("boundary")))
                .mapToDouble(Sample.Value::value)
                .sum();
    }

    @Test
    void whatDoesNotFitIsAnsweredAndCountedWhereItIsOnlyLogged() {
        var sent = answer(VerifyOutput.LOG, COUNTS, Reply.ok(Map.of("count", -1)));

        assertThat(sent.status()).isEqualTo(200);
        assertThat(sent.payload()).isEqualTo(Map.of("count", -1));
        assertThat(drifts("b")).isEqualTo(1);
        core.get("/b");
        assertThat(drifts("b")).isEqualTo(2);
    }

    @Test
    void whatDoesNotFitIsA500WhereItIsRefused() {
        var sent = refused(COUNTS, Reply.ok(Map.of("cuont", 1)));

        assertThat(sent.status()).isEqualTo(500);
        assertThat(sent.payload())
                .isEqualTo(Map.of(
                        "error",
                        "the boundary b wrote what does not fit its output_shape",
                        "code",
                        "output_shape",
                        "boundary",
                        "b",
                        "failures",
                        List.of("count: expected {\"gte\":0}, got missing")));
        assertThat(drifts("b")).isEqualTo(1);
    }

    @Test
    void onlyTheCrossingThatDriftedNotesIt() {
        var notes = new ArrayList<Map<String, @Nullable Object>>();
        var last =
                Declaration.passthrough().at(Position.LAST).capability("verify").build();
        core.boundary("b", answering(COUNTS, in -> Reply.ok(Map.of("cuont", 1))))
                .boundary("never", answering(LABELS, in -> Reply.ok(Map.of())))
                .boundary("verify_route", answering(last, in -> {
                    ChainContext chain = ChainContext.of(in);
                    chain.crossings().forEach(crossing -> notes.add(crossing.notes()));
                    return chain.reply();
                }))
                .route("get", "/b", "b", "never")
                .verifyOutput(VerifyOutput.REFUSE)
                .start();

        assertThat(core.get("/b").status()).isEqualTo(500);

        assertThat(notes).filteredOn(each -> each.containsKey("drift")).hasSize(1);
    }

    @Test
    void nobodyLooksWhereItIsOff() {
        assertThat(answer(VerifyOutput.OFF, COUNTS, Reply.ok(Map.of("count", "many")))
                        .status())
                .isEqualTo(200);
        assertThat(drifts("b")).isZero();
    }

    @Test
    void aRefusalSaysThatTheRequestHasChangedSomething() {
        core.boundary("b", answering(COUNTS, in -> Reply.created("/b/1", Map.of())))
                .route("post", "/b", "b")
                .verifyOutput(VerifyOutput.REFUSE)
                .start();
        var sent = core.send(CoreRequest.of("POST", "/b"));

        assertThat(sent.status()).isEqualTo(500);
        assertThat(sent.answer().headers().first("X-Service-Committed")).isEqualTo("true");
        assertThat(sent.answer().headers().first("Location")).isEqualTo("/b/1");
    }

    @Test
    void errorsDenialsAndRawBodiesAreOfNoOutputShape() {
        assertThat(refused(COUNTS, Reply.ok(Map.of("count", 3))).status()).isEqualTo(200);
        assertThat(new OutputTest()
                        .refused(COUNTS, Reply.of(404, Map.of("error", "none")))
                        .status())
                .isEqualTo(404);
        assertThat(new OutputTest().refused(COUNTS, Denial.of(403, "no")).status())
                .isEqualTo(403);
        assertThat(new OutputTest()
                        .refused(COUNTS, Reply.of(200, Body.bytes("text/csv", "a".getBytes(StandardCharsets.UTF_8))))
                        .status())
                .isEqualTo(200);
        var declaresOk =
                Declaration.terminal().writes("ok", true).writes("count", true).build();
        assertThat(new OutputTest()
                        .refused(declaresOk, Reply.ok(Map.of("ok", false)))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void ofAPayloadThatIsNoMapBodyIsCompared() {
        var lists = Declaration.terminal().writes("body", Map.of("count", 2)).build();
        assertThat(refused(lists, Reply.ok(List.of(1, 2))).status()).isEqualTo(200);
        assertThat(new OutputTest().refused(lists, Reply.ok(List.of(1))).map().get("failures"))
                .isEqualTo(List.of("body: expected {\"count\":2}, got [1]"));
        assertThat(new OutputTest().refused(COUNTS, Reply.ok(List.of(1))).status())
                .isEqualTo(500);
        assertThat(new OutputTest()
                        .refused(Declaration.terminal().build(), Reply.ok(List.of(1)))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aPassthroughAddsToThePayloadAndReplacesNothingOfIt() {
        assertThat(labelled(Reply.ok(Data.map("n", 1, "list", List.of(1), "nothing", null, "label", "x")))
                        .status())
                .isEqualTo(200);
        assertThat(new OutputTest()
                        .labelled(Reply.ok(Map.of("label", "x")))
                        .map()
                        .get("failures"))
                .isEqualTo(List.of(
                        "n: expected 1, got missing",
                        "list: expected [1], got missing",
                        "nothing: expected null, got missing"));
        assertThat(new OutputTest()
                        .labelled(Reply.ok(Data.map("n", 2, "list", List.of(1), "nothing", null)))
                        .map()
                        .get("failures"))
                .isEqualTo(List.of("n: expected 1, got 2"));
        assertThat(new OutputTest().labelled(Reply.ok(List.of())).status()).isEqualTo(500);
        assertThat(new OutputTest()
                        .labelled(Reply.of(200, Body.text("text/csv", "n")))
                        .status())
                .isEqualTo(500);
    }

    @Test
    void aListMayBeWrappedByAPassthrough() {
        core.boundary("writes", answering(in -> Reply.ok(List.of(1))))
                .boundary("labels", answering(LABELS, in -> Reply.ok(Data.map("body", in.payload(), "label", "x"))))
                .route("get", "/b", "writes", "labels")
                .verifyOutput(VerifyOutput.REFUSE)
                .start();
        assertThat(core.get("/b").payload()).isEqualTo(Map.of("body", List.of(1), "label", "x"));
    }

    @Test
    void membersOfTheFrameworkAreDroppedEvenWhereNobodyLooks() {
        var forged = Data.mapBuilder().put("count", 1);
        ReservedMembers.NAMES.forEach(name -> forged.put(name, "forged"));

        assertThat(answer(VerifyOutput.OFF, COUNTS, Reply.ok(forged.build())).payload())
                .isEqualTo(Map.of("count", 1));
        assertThat(new OutputTest()
                        .answer(VerifyOutput.LOG, COUNTS, Reply.ok(forged.build()))
                        .payload())
                .isEqualTo(Map.of("count", 1));
        assertThat(new OutputTest()
                        .refused(COUNTS, Reply.ok(forged.build()))
                        .map()
                        .get("failures"))
                .asString()
                .contains("_verify: expected \"no member of the framework's\", got one, which was dropped")
                .doesNotContain("forged");
        var rendered = new Body.Rendered(
                "application/json", "{\"_seal\":1}".getBytes(StandardCharsets.UTF_8), "mine", Map.of("count", 1));
        assertThat(new OutputTest()
                        .refused(COUNTS, Reply.of(200, rendered))
                        .answer()
                        .body())
                .isInstanceOfSatisfying(
                        Body.Rendered.class,
                        body -> assertThat(body.formatter()).isEqualTo("minimal"));
    }

    @Test
    void aDenialLosesThemAsWellWhateverSaysItAndWhereverItStands() {
        var forged =
                Denial.of(403, "no").with("code", "x").header("X-Kept", "1").header("X-Service-Seal", "forged");
        var asData = Data.mapBuilder().put("ok", false).put("error", "no");
        for (String name : ReservedMembers.NAMES) {
            forged = forged.with(name, "forged");
            asData.put(name, "forged");
        }
        Denial denial = forged;
        Reply data = Reply.of(403, (Object) asData.build()).header("X-Service-Seal", "forged");
        Declaration declaresOk = Declaration.terminal().writes("ok", true).build();
        core.boundary("denies", answering(in -> denial))
                .boundary("data", answering(declaresOk, in -> data))
                .boundary("error", answering(in -> data))
                .boundary(
                        "first",
                        answering(
                                Declaration.passthrough().at(Position.FIRST).build(),
                                in -> "/first".equals(in.path()) ? denial : Reply.ok(in.payload())))
                .route("get", "/denies", "denies")
                .route("get", "/data", "data")
                .route("get", "/error", "error")
                .route("get", "/first", "data")
                .start();
        for (String path : List.of("/denies", "/data", "/error", "/first")) {
            TestCore.Sent sent = core.get(path);
            assertThat(sent.status()).as(path).isEqualTo(403);
            assertThat(sent.map()).as(path).containsEntry("error", "no").doesNotContainValue("forged");
            assertThat(sent.answer().headers().first("X-Service-Seal")).as(path).isNull();
        }
        assertThat(core.get("/denies").map()).isEqualTo(Map.of("error", "no", "code", "x"));
        assertThat(core.get("/denies").answer().headers().first("X-Kept")).isEqualTo("1");
    }

    @Test
    void headersAboutBytesAreDroppedFromBodiesThatTheFrameworkRenders() {
        List<String> names =
                List.of("Content-Encoding", "content-range", "Content-MD5", "Content-Digest", "Repr-Digest");
        Reply data = Reply.ok(Data.map("count", 1)).header("Content-Language", "en");
        Reply bytes = Reply.of(200, Body.text("text/plain", "coded"));
        Denial denial = Denial.of(403, "no").header("Content-Encoding", "gzip");
        for (String name : names) {
            data = data.header(name, "gzip");
            bytes = bytes.header(name, "gzip");
        }
        Reply asData = data;
        Reply asBytes = bytes;

        core.boundary("data", answering(COUNTS, in -> asData))
                .boundary("bytes", answering(COUNTS, in -> asBytes))
                .boundary("denies", answering(in -> denial))
                .boundary(
                        "unpacks",
                        answering(
                                Declaration.passthrough().build(),
                                in -> ChainContext.of(in).reply().payload(Data.map("count", 1))))
                .route("get", "/data", "data")
                .route("get", "/bytes", "bytes")
                .route("get", "/denies", "denies")
                .route("get", "/unpacked", "bytes", "unpacks")
                .verifyOutput(VerifyOutput.LOG)
                .start();

        for (String path : List.of("/data", "/unpacked", "/denies")) {
            for (String name : names) {
                assertThat(core.get(path).answer().headers().first(name))
                        .as(path)
                        .isNull();
            }
        }
        assertThat(core.get("/data").answer().headers().first("Content-Language"))
                .isEqualTo("en");
        for (String name : names) {
            assertThat(core.get("/bytes").answer().headers().first(name)).isEqualTo("gzip");
        }
        assertThat(new OutputTest().refused(COUNTS, asData).map().get("failures"))
                .asString()
                .contains(
                        "Content-Encoding: expected \"no header about bytes that the framework writes\", got one, which"
                                + " was dropped");
    }

    @Test
    void noBoundaryOfAUserSlotWritesWhatATraceOrASealSaysOfIt() {
        core.boundary("notes", answering(in -> {
                    ChainContext.of(in).note(Map.of("boundary", "seal"));
                    return Reply.ok(Map.of());
                }))
                .boundary("skips", answering(in -> {
                    ChainContext.of(in).skip("forged");
                    return Reply.ok(Map.of());
                }))
                .boundary("types", answering(in -> {
                    ChainContext.of(in).typeAddr("forged");
                    return Reply.ok(Map.of());
                }))
                .route("get", "/notes", "notes")
                .route("get", "/skips", "skips")
                .route("get", "/types", "types")
                .start();
        for (String path : List.of("/notes", "/skips", "/types")) {
            assertThat(core.get(path).status()).as(path).isEqualTo(500);
        }
    }

    @Test
    void aPassthroughIsNotBlamedForWhatAClientSent() {
        core.boundary(
                        "labels",
                        answering(Declaration.passthrough().at(Position.FIRST).build(), in -> Reply.ok(in.payload())))
                .boundary("counts", answering(COUNTS, in -> Reply.ok(Map.of("count", 1))))
                .route("get", "/b/:_seal", "counts")
                .verifyOutput(VerifyOutput.REFUSE)
                .start();
        assertThat(core.get("/b/x").status()).isEqualTo(200);
    }
}
