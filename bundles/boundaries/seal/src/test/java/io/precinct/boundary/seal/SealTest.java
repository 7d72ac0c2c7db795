package io.precinct.boundary.seal;

import static io.precinct.boundary.testing.GateRequest.get;
import static io.precinct.boundary.testing.GateRequest.post;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Kind;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Data;
import io.precinct.api.format.Formatter;
import io.precinct.boundary.echo.Echo;
import io.precinct.boundary.format.Format;
import io.precinct.boundary.seal.proof.SealVerdict;
import io.precinct.boundary.seal.proof.SealVerifier;
import io.precinct.boundary.testing.GateAnswer;
import io.precinct.boundary.testing.GateChain;
import io.precinct.boundary.testing.GateRequest;
import io.precinct.boundary.traceemit.TraceEmit;
import io.precinct.boundary.verifyroute.VerifyRoute;
import io.precinct.formatter.json.JsonFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SealTest {
    private final Seal seal = new Seal();
    private final GateChain chain = new GateChain()
            .boundary("echo", new Echo())
            .boundary("verify_route", new VerifyRoute())
            .boundary("trace_emit", new TraceEmit())
            .boundary("format", new Format())
            .boundary("seal", seal)
            .family("inspect", seal)
            .formatter("json", 0, new JsonFormatter(), "application/json", "application/problem+json")
            .formatter(
                    "forging",
                    8,
                    target -> new Formatter.Rendition(
                            "application/x+json", "{\"\\u005fseal\":\"mine\",\"_trace\":1,\"a\":1}".getBytes(UTF_8)),
                    "application/x+json")
            .formatter(
                    "shout",
                    9,
                    target -> new Formatter.Rendition(
                            "text/shout", String.valueOf(target.payload()).getBytes(UTF_8)),
                    "text/shout")
            .boundary("list", input -> Reply.ok(List.of(1, 2)))
            .boundary("empty", input -> Reply.ok(Map.of()))
            .boundary("large", input -> Reply.ok(Map.of("n", 1L << 60)))
            .boundary("taken", input -> Reply.ok(Map.of("_seal", "mine", "a", 1)))
            .boundary("raw", input -> Reply.of(200, Body.text("text/plain", "raw")))
            .boundary("known", input -> Reply.of(200, new Body.Bytes("text/plain", "raw".getBytes(UTF_8), "page-7")))
            .boundary("none", input -> Reply.empty(204))
            .boundary("no", input -> Denial.of(403, "no"))
            .boundary("quiet", input -> Reply.ok(Map.of("a", 1)))
            .route("post", "/echo/:word", "echo")
            .route("post", "/echo", "echo")
            .route("get", "/list", "list")
            .route("get", "/empty", "empty")
            .route("get", "/large", "large")
            .route("get", "/taken", "taken")
            .route("get", "/raw", "raw")
            .route("get", "/known", "known")
            .route("get", "/none", "none")
            .route("get", "/no", "no", "echo")
            .route("quiet", RouteDeclaration.of("get", "/quiet").sealedInHeader(), "quiet")
            .scenario("echo", "hello", "", Map.of("echoed", Map.of("word", "hello")));

    @BeforeEach
    void start() {
        chain.start();
    }

    @Test
    void anAnswerCarriesTheRootInTheHeaderAndInTheBody() throws Exception {
        GateAnswer answer = chain.send(post("/echo/hello", "{\"n\":1}"));

        Map<?, ?> seal = seal(answer);
        assertThat(seal).isEqualTo(Map.of("alg", "sha256", "size", 5L, "root", header(answer)));
        assertThat(answer.text()).endsWith("\"}}").contains("{\"echoed\":{\"word\":\"hello\",\"n\":1},\"_seal\":{");
    }

    @Test
    void aSealCanBeRecomputedByAnybody() throws Exception {
        GateAnswer answer = chain.send(post("/echo/hello", "{\"n\":1}").with("X-Service-Seal", "leaves"));

        Map<?, ?> document = (Map<?, ?>) IndependentSeal.parse(answer.bytes());
        List<?> leaves = (List<?>) ((Map<?, ?>) document.get("_seal")).get("leaves");
        assertThat(column(leaves, "boundary"))
                .containsExactly("echo", "enforce_denials", "verify_route", "trace_emit", "format");
        assertThat(column(leaves, "seq")).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(column(leaves, "status")).containsExactly("ok", "ok", "skipped", "skipped", "ok");
        List<byte[]> hashes = new ArrayList<>();
        for (Object leaf : leaves) {
            hashes.add(IndependentSeal.leafHash((Map<?, ?>) leaf));
            assertThat(((Map<?, ?>) leaf).get("hash")).isEqualTo(hex(hashes.getLast()));
        }
        assertThat(header(answer)).isEqualTo(hex(IndependentSeal.root(hashes)));
        String params = IndependentSeal.digest(Data.map("n", 1, "word", "hello"));
        String echoed = IndependentSeal.digest(document);
        assertThat(column(leaves, "in")).containsExactly(params, echoed, echoed, echoed, echoed);
        assertThat(column(leaves, "out")).containsExactly(echoed, echoed, echoed, echoed, echoed);
    }

    /** Large answers are not printed a second time for their digests; this must make no visible difference. */
    @Test
    void aLargeAnswerIsSealedAsASmallOneWhateverIsAskedForBesides() throws Exception {
        var body = new StringBuilder("{\"z\":1,\"rows\":[");
        for (int i = 0; i < 200; i++) {
            body.append(i == 0 ? "" : ",")
                    .append("{\"n\":")
                    .append(i)
                    .append(",\"name\":\"row\",\"at\":{\"y\":1,\"x\":2}}");
        }
        String sent = body.append("],\"a\":{}}").toString();
        String params = IndependentSeal.digest(IndependentSeal.parse(sent.getBytes(UTF_8)));
        for (var request : List.of(
                post("/echo", sent).with("X-Service-Seal", "leaves"),
                post("/echo", sent).traced())) {
            GateAnswer answer = chain.send(request);

            Map<?, ?> document = (Map<?, ?>) IndependentSeal.parse(answer.bytes());
            List<?> leaves = (List<?>) ((Map<?, ?>) document.get("_seal")).get("leaves");
            Map<String, Object> echoed = new TreeMap<>(Map.of("echoed", document.get("echoed")));
            assertThat(column(leaves, "in").getFirst()).isEqualTo(params);
            assertThat(column(leaves, "out").getFirst()).isEqualTo(IndependentSeal.digest(echoed));
            assertThat(column(leaves, "out").getLast()).isEqualTo(IndependentSeal.digest(document));
        }
    }

    @Test
    void theLeavesComeWithATraceToo() throws Exception {
        GateAnswer answer = chain.send(post("/echo/hello", "{}").traced().verifying("hello"));

        Map<?, ?> document = (Map<?, ?>) IndependentSeal.parse(answer.bytes());
        assertThat(document.keySet().stream().map(String::valueOf).toList())
                .containsExactly("_seal", "_trace", "_verify", "echoed");
        List<?> leaves = (List<?>) seal(answer).get("leaves");
        String plain = IndependentSeal.digest(Map.of("echoed", Map.of("word", "hello")));
        String verified = IndependentSeal.digest(document);
        assertThat(column(leaves, "out")).containsExactly(plain, plain, verified, verified, verified);
        assertThat(verify(answer).problems()).isEmpty();
    }

    @Test
    void equalRequestsHaveEqualRootsForThereIsNoClockInASeal() {
        GateRequest request = post("/echo/hello", "{\"n\":1}").traced();

        assertThat(header(chain.send(request))).isEqualTo(header(chain.send(request)));
        assertThat(header(chain.send(post("/echo/other", "{\"n\":1}").traced())))
                .isNotEqualTo(header(chain.send(request)));
    }

    @Test
    void anEmptyObjectIsSealedWithoutAComma() {
        GateAnswer answer = chain.send(get("/empty"));

        assertThat(answer.text()).startsWith("{\"_seal\":{\"alg\":\"sha256\",").endsWith("\"}}");
    }

    @Test
    void aRouteThatSaysHeaderKeepsItsBodyExactlyThePayload() {
        GateAnswer answer = chain.send(get("/quiet").with("X-Service-Seal", "leaves"));

        assertThat(answer.text()).isEqualTo("{\"a\":1}");
        assertThat(header(answer)).matches("[0-9a-f]{64}");
    }

    @Test
    void whatIsNoJsonObjectCarriesTheHeaderOnly() {
        assertThat(chain.send(get("/list")).text()).isEqualTo("[1,2]");
        assertThat(chain.send(get("/empty").with("Accept", "text/shout")).text())
                .isEqualTo("{}");
        for (String path : List.of("/list", "/raw", "/none")) {
            assertThat(header(chain.send(get(path)))).as(path).matches("[0-9a-f]{64}");
        }
    }

    @Test
    void aSealOfAFormatterIsNeverTaken() {
        assertThat(chain.send(get("/quiet").with("Accept", "application/x+json"))
                        .text())
                .isEqualTo("{\"a\":1}");
        assertThat(chain.send(get("/taken").with("Accept", "application/x+json"))
                        .text())
                .doesNotContain("mine");
    }

    @Test
    void aSealOfABoundaryIsNeverTaken() {
        assertThat(chain.send(get("/taken")).text()).contains("sha256").doesNotContain("\"mine\"");
    }

    @Test
    void aRawBodyIsSealedByItsDescriptor() throws Exception {
        GateAnswer answer = chain.send(get("/raw"));

        Map<?, ?> leaf = (Map<?, ?>) proof(header(answer), 0).at("leaf");
        assertThat(leaf.get("out"))
                .isEqualTo(IndependentSeal.digest(
                        Data.map("content_type", "text/plain", "length", 3, "status", 200, "blob_id", null)));
    }

    @Test
    void anIdThatIsNoneOfGitIsNotSealedSinceNobodyCouldCheckIt() throws Exception {
        GateAnswer answer = chain.send(get("/known"));

        Map<?, ?> leaf = (Map<?, ?>) proof(header(answer), 0).at("leaf");
        assertThat(leaf.get("out"))
                .isEqualTo(IndependentSeal.digest(
                        Data.map("content_type", "text/plain", "length", 3, "status", 200, "blob_id", null)));
    }

    @Test
    void anotherRenderedBodyIsSealedByTypeLengthAndDigest() throws Exception {
        GateAnswer answer = chain.send(get("/empty").with("Accept", "text/shout"));

        Map<?, ?> leaf = (Map<?, ?>) proof(header(answer), 4).at("leaf");
        assertThat(leaf.get("boundary")).isEqualTo("format");
        assertThat(leaf.get("out"))
                .isEqualTo(IndependentSeal.digest(Data.map(
                        "content_type",
                        "text/shout",
                        "length",
                        2,
                        "sha256",
                        hex(IndependentSeal.sha256("{}".getBytes(UTF_8))))));
    }

    @Test
    void aRefusalIsSealedLikeAnyAnswer() throws Exception {
        GateAnswer answer = chain.send(get("/no").with("X-Service-Seal", "leaves"));

        List<?> leaves = (List<?>) seal(answer).get("leaves");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(column(leaves, "status"))
                .containsExactly("ok", "halted", "skipped", "skipped", "skipped", "skipped", "ok");
        assertThat(verify(answer).problems()).isEmpty();
    }

    @Test
    void anErrorAsProblemDetailsBindsWhatItSays() throws Exception {
        GateAnswer answer =
                chain.send(get("/no").with("Accept", "application/problem+json").with("X-Service-Seal", "leaves"));

        assertThat(answer.text()).contains("\"title\":\"Forbidden\"");
        assertThat(verify(answer).problems()).isEmpty();
    }

    @Test
    void aRequestWithoutARouteIsSealedByItsTail() throws Exception {
        GateAnswer answer = chain.send(get("/nowhere").with("X-Service-Seal", "leaves"));

        assertThat(answer.status()).isEqualTo(404);
        assertThat(column((List<?>) seal(answer).get("leaves"), "boundary"))
                .containsExactly("verify_route", "trace_emit", "format");
        assertThat(verify(answer).valid()).isTrue();
    }

    @Test
    void anIntegerBeyondTheExactOnesFlagsItsLeavesAndIsNeverRounded() throws Exception {
        GateAnswer answer = chain.send(get("/large").with("X-Service-Seal", "leaves"));

        assertThat(answer.text()).contains("{\"n\":1152921504606846976,");
        List<?> leaves = (List<?>) seal(answer).get("leaves");
        assertThat(column(leaves, "flag")).containsOnly("not canonical");
        assertThat(column(leaves, "in")).containsOnlyNulls();
        assertThat(column(leaves, "out")).containsOnlyNulls();
        assertThat(seal(answer).get("flagged")).isEqualTo(List.of(0L, 1L, 2L, 3L, 4L));
        assertThat(seal(chain.send(get("/large"))).get("flagged")).isEqualTo(List.of(0L, 1L, 2L, 3L, 4L));
        assertThat(verify(answer).problems()).isEmpty();
        assertThat(verify(answer).unchecked()).singleElement().asString().startsWith("the body cannot be checked");
    }

    @Test
    void everyCrossingOfARecentChainHasAProof() throws Exception {
        String root = header(chain.send(post("/echo/hello", "{}")));

        for (int seq = 0; seq < 5; seq++) {
            GateAnswer proof = proof(root, seq);

            assertThat(proof.status()).isEqualTo(200);
            assertThat(proof.payload()).containsOnlyKeys("root", "size", "seq", "leaf", "path");
            assertThat(proof.at("root")).isEqualTo(root);
            assertThat(proof.at("size")).isEqualTo(5);
            SealVerdict verdict = verify(proof);
            assertThat(verdict.problems()).isEmpty();
        }
    }

    @Test
    void theLeavesOfASealAreToldToWhoeverHasItsRoot() throws Exception {
        GateAnswer answer = chain.send(post("/echo/hello", "{}").with("X-Service-Seal", "leaves"));
        GateAnswer leaves = chain.send(get("/inspect/seal/" + header(answer)));

        assertThat(leaves.status()).isEqualTo(200);
        assertThat(IndependentSeal.parse(leaves.bytes())).isEqualTo(seal(answer));
        assertThat(chain.send(get("/inspect/seal/" + "00".repeat(32))).status()).isEqualTo(404);
        assertThat(chain.send(get("/inspect/seal/nonsense")).at("error"))
                .asString()
                .startsWith("unknown root: nonsense");
    }

    @Test
    void whatIsNotKnownHasNoProof() {
        String root = header(chain.send(post("/echo/hello", "{}")));

        assertThat(proof("00".repeat(32), 0).status()).isEqualTo(404);
        assertThat(proof("nonsense", 0).at("error")).asString().startsWith("unknown root: nonsense");
        assertThat(proof(root, 5).at("error")).asString().startsWith("unknown leaf: 5");
        assertThat(chain.send(get("/inspect/seal/" + root + "/proof/-1")).status())
                .isEqualTo(404);
        assertThat(chain.send(get("/inspect/seal/" + root + "/proof/99999999999"))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void onlyTheLatestChainsAreKept() {
        String root = header(chain.send(post("/echo/first", "{}")));
        for (int i = 0; i < RecentChains.SIZE - 1; i++) {
            chain.send(post("/echo/later", "{\"i\":" + i + "}"));
        }
        assertThat(proof(root, 0).status()).isEqualTo(200);

        assertThat(proof(root, 0).status()).isEqualTo(404);
    }

    @Test
    void itIsAPassthroughThatDeclaresNoOutput() {
        Declaration declaration = seal.declaration();

        assertThat(declaration.kind()).isEqualTo(Kind.PASSTHROUGH);
        assertThat(declaration.inputShape().fields()).isEmpty();
        assertThat(declaration.outputShape()).isNull();
        assertThat(declaration.capabilities()).containsExactlyInAnyOrder(Capability.SEAL, Capability.PASSTHROUGH);
    }

    private GateAnswer proof(String root, int seq) {
        return chain.send(get("/inspect/seal/" + root + "/proof/" + seq));
    }

    private static SealVerdict verify(GateAnswer answer) throws Exception {
        return SealVerifier.verify(answer.bytes(), null);
    }

    private static String header(GateAnswer answer) {
        return answer.headers().first("X-Service-Seal");
    }

    private static Map<?, ?> seal(GateAnswer answer) throws Exception {
        return (Map<?, ?>) ((Map<?, ?>) IndependentSeal.parse(answer.bytes())).get("_seal");
    }

    private static List<Object> column(List<?> leaves, String member) {
        List<Object> values = new ArrayList<>();
        leaves.forEach(leaf -> values.add(((Map<?, ?>) leaf).get(member)));
        return values;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
