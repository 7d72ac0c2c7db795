package io.precinct.boundary.enforcedenials;

import static io.precinct.boundary.testing.GateRequest.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Kind;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.boundary.testing.GateAnswer;
import io.precinct.boundary.testing.GateChain;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EnforceDenialsTest {
    private static final Declaration DECIDES =
            Declaration.terminal().writes("ok", true).build();

    private final AtomicInteger behind = new AtomicInteger();

    @Test
    void itDeclaresWhatAGateDeclares() {
        Declaration declaration = new EnforceDenials().declaration();

        assertThat(declaration.kind()).isEqualTo(Kind.GATE);
        assertThat(declaration.position()).isEqualTo(Position.INTERLEAVED);
        assertThat(declaration.capabilities()).containsExactly(Capability.GATE);
        assertThat(declaration.inputShape().fields()).isEmpty();
        assertThat(declaration.outputShape().fields()).containsOnlyKeys("ok", "status", "error", "failed_requirement");
    }

    @Test
    void aTypedDenialEndsTheUserSlotsAndIsAnsweredWhole() {
        Denial denial = Denial.of(429, "too many")
                .requiring("quota")
                .with("code", "slow_down")
                .header("Retry-After", "7");

        GateAnswer answer = answer(Declaration.terminal().build(), chain -> denial);

        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.payload())
                .isEqualTo(Map.of("error", "too many", "failed_requirement", "quota", "code", "slow_down"));
        assertThat(answer.headers().first("Retry-After")).isEqualTo("7");
        assertThat(behind).hasValue(0);
    }

    @Test
    void okFalseDeniesWhereTheBoundaryDeclaresOk() {
        GateAnswer answer =
                answer(DECIDES, input -> Reply.ok(Map.of("ok", false, "error", "no", "failed_requirement", "role")));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.payload()).containsEntry("error", "no").containsEntry("failed_requirement", "role");
        assertThat(behind).hasValue(0);
    }

    @Test
    void okFalseIsMereDataWhereTheBoundaryDoesNotDeclareOk() {
        GateAnswer answer = answer(Declaration.terminal().build(), input -> Reply.ok(Map.of("ok", false)));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(behind).hasValue(1);
    }

    @Test
    void aPayloadGoesThroughTheGateAsItIs() {
        GateAnswer answer = answer(DECIDES, input -> Reply.of(201, Map.of("ok", true, "id", 7)));

        assertThat(answer.payload()).isEqualTo(Map.of("seen", Map.of("ok", true, "id", 7)));
        assertThat(behind).hasValue(1);
    }

    private GateAnswer answer(Declaration declaration, GateChain.Crossed first) {
        var chain = new GateChain()
                .boundary("first", declaration, first)
                .boundary("second", input -> {
                    behind.incrementAndGet();
                    return Reply.ok(Map.of("seen", input.payload()));
                })
                .route("get", "/", "first", "second");
        chain.start();
        return chain.send(get("/"));
    }
}
