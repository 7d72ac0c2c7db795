package io.precinct.boundary.traceemit;

import static io.precinct.boundary.testing.GateRequest.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Kind;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.boundary.testing.GateAnswer;
import io.precinct.boundary.testing.GateChain;
import io.precinct.core.api.chain.ChainContext;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TraceEmitTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Test
    void aRequestThatDoesNotAskGetsItsPayloadUntouched() {
        var payload = Map.of("a", 1);

        GateAnswer answer = chain(input -> Reply.ok(payload)).send(get("/"));

        assertThat(answer.payload()).isEqualTo(payload);
    }

    @Test
    void everyCrossingUpToTheTraceItselfIsListed() {
        GateAnswer answer = chain(input -> {
                    input.params();
                    input.get("path");
                    return Reply.ok(Map.of("a", 1));
                })
                .send(get("/").traced().with("traceparent", PARENT));

        assertThat((Map<?, ?>) answer.at("_trace")).hasSize(3);
        assertThat(answer.at("_trace", "traceparent")).asString().contains("0af7651916cd43dd8448eb211c80319c");
        assertThat(answer.crossings("boundary")).containsExactly("subject", "enforce_denials", "trace_emit");
        assertThat(answer.crossings("seq")).containsExactly(0, 1, 2);
        Map<?, ?> subject = answer.crossing("subject");
        assertThat(subject.keySet().stream().map(String::valueOf).toList())
                .containsExactly(
                        "seq",
                        "boundary",
                        "slot",
                        "kind",
                        "status",
                        "start_us",
                        "duration_us",
                        "reads",
                        "writes",
                        "type_addr",
                        "bundle",
                        "version");
        assertThat(subject.get("reads")).isEqualTo(List.of("params", "path"));
        assertThat(subject.get("writes")).isEqualTo(List.of("a"));
        assertThat(subject.get("type_addr")).asString().matches("sha256:[0-9a-f]{64}");
    }

    @Test
    void itsOwnEntrySaysWhatItAddsAndCarriesTheAddressAlong() {
        GateAnswer answer = chain(input -> Reply.ok(Map.of("a", 1))).send(get("/").traced());

        Map<?, ?> own = answer.crossing("trace_emit");
        assertThat(own.get("slot")).isEqualTo("tail");
        assertThat(own.get("kind")).isEqualTo("passthrough");
        assertThat(own.get("status")).isEqualTo("ok");
        assertThat(own.get("writes")).isEqualTo(List.of("_trace"));
        assertThat(own.get("type_addr")).isEqualTo(answer.crossing("subject").get("type_addr"));
        long start = ((Number) own.get("start_us")).longValue();
        long duration = ((Number) own.get("duration_us")).longValue();
        assertThat(((Number) answer.at("_trace", "total_us")).longValue()).isGreaterThanOrEqualTo(start + duration - 1);
    }

    @Test
    void noValueOfThePayloadOrTheInputIsInTheTrace() {
        GateAnswer answer = chain(input -> Reply.ok(Map.of("password", "s3cr3t")))
                .send(get("/").traced().with("Authorization", "s3cr3t"));

        assertThat(String.valueOf(answer.at("_trace"))).doesNotContain("s3cr3t");
    }

    @Test
    void aPayloadThatIsNoMapBecomesTheBody() {
        GateAnswer answer = chain(input -> Reply.ok(List.of(1, 2))).send(get("/").traced());

        assertThat(answer.payload()).containsOnlyKeys("body", "_trace");
        assertThat(answer.at("body")).isEqualTo(List.of(1, 2));
        assertThat(answer.crossing("trace_emit").get("writes")).isEqualTo(List.of("body", "_trace"));
    }

    @Test
    void aRawBodyPassesAsItIs() {
        GateAnswer answer =
                chain(input -> Reply.of(200, Body.text("text/plain", "raw"))).send(get("/").traced());

        assertThat(answer.text()).isEqualTo("raw");
        assertThat(answer.headers().first("Server-Timing")).isNotNull();
    }

    @Test
    void aRefusalIsTracedWithWhatItPassedOver() {
        GateAnswer answer = new GateChain()
                .boundary("trace_emit", new TraceEmit())
                .boundary("no", input -> Denial.of(403, "no"))
                .boundary("subject", input -> Reply.ok(Map.of()))
                .route("get", "/", "no", "subject")
                .started()
                .send(get("/").traced());

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.at("error")).isEqualTo("no");
        assertThat(answer.crossing("subject").get("status")).isEqualTo("skipped");
        assertThat(answer.crossing("subject").get("reason")).isEqualTo("halted");
        assertThat(answer.crossings("status")).containsExactly("ok", "halted", "skipped", "skipped", "ok");
    }

    @Test
    void membersThatACrossingNotedStandInItsEntry() {
        Declaration tail = Declaration.passthrough()
                .at(Position.LAST)
                .capability(Capability.VERIFY)
                .build();
        GateAnswer answer = new GateChain()
                .boundary("trace_emit", new TraceEmit())
                .boundary("verify_route", tail, input -> {
                    ChainContext.of(input).note(Map.of("verify", Map.of("passed", 2)));
                    return ChainContext.of(input).reply();
                })
                .boundary("subject", input -> Reply.ok(Map.of()))
                .route("get", "/", "subject")
                .started()
                .send(get("/").traced());

        assertThat(answer.crossing("verify_route").get("verify")).isEqualTo(Map.of("passed", 2));
    }

    @Test
    void itIsAPassthroughThatDeclaresNoOutput() {
        Declaration declaration = new TraceEmit().declaration();

        assertThat(declaration.kind()).isEqualTo(Kind.PASSTHROUGH);
        assertThat(declaration.inputShape().fields()).isEmpty();
        assertThat(declaration.outputShape()).isNull();
        assertThat(declaration.capabilities()).containsExactlyInAnyOrder(Capability.TRACE, Capability.PASSTHROUGH);
    }

    private static GateChain chain(GateChain.Crossed subject) {
        return new GateChain()
                .boundary("trace_emit", new TraceEmit())
                .boundary("subject", subject)
                .route("get", "/", "subject")
                .started();
    }
}
