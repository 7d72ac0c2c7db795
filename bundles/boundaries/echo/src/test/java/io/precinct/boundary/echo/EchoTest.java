package io.precinct.boundary.echo;

import static io.precinct.boundary.testing.GateRequest.get;
import static io.precinct.boundary.testing.GateRequest.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Kind;
import io.precinct.boundary.testing.GateChain;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EchoTest {
    private final GateChain chain = new GateChain()
            .boundary("echo", new Echo())
            .route("post", "/echo/:word", "echo")
            .route("get", "/nothing", "echo");

    @BeforeEach
    void start() {
        chain.start();
    }

    @Test
    void pathVariablesAndMembersOfTheBodyAreEchoed() {
        var answer = chain.send(post("/echo/hello", "{\"n\":1,\"list\":[true,null]}"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.payload()).containsOnlyKeys("echoed");
        assertThat(answer.at("echoed", "word")).isEqualTo("hello");
        assertThat(((Number) answer.at("echoed", "n")).intValue()).isEqualTo(1);
        assertThat(answer.at("echoed", "list", 0)).isEqualTo(true);
    }

    @Test
    void withoutParametersAnEmptyMapIsEchoed() {
        assertThat(chain.send(get("/nothing?query=stays")).payload()).isEqualTo(Map.of("echoed", Map.of()));
    }

    @Test
    void itIsATerminalThatReadsParamsAndWritesEchoed() {
        Declaration declaration = new Echo().declaration();

        assertThat(declaration.kind()).isEqualTo(Kind.TERMINAL);
        assertThat(declaration.inputShape().toData()).isEqualTo(Map.of("params", true));
        assertThat(declaration.outputShape().toData()).isEqualTo(Map.of("echoed", true));
        assertThat(List.copyOf(declaration.capabilities())).isEmpty();
    }
}
