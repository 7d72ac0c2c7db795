package ${package};

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ${className}Test {
    // The real chain: a formatter is chosen by Accept, after the probe and before the seal.
    private final TestChain chain = TestChain.with("greet", new Greet())
            .formatter("${name}", new ${className}(), "text/x-${name}")
            .route("GET /greet/:name", "greet")
            .scenario("greet", "polite", Map.of("greeting", Map.of("prefix", "Hello ")))
            .start();

    @AfterEach
    void close() {
        chain.close();
    }

    @Test
    void everyMemberIsALine() {
        TestAnswer answer = chain.get("/greet/kim").accept("text/x-${name}").send();

        assertEquals("text/x-${name}; charset=utf-8", answer.mediaType());
        assertEquals("greeting\t\"Hello kim\"\n", answer.text());
    }

    @Test
    void theResultsOfAProbeAreRenderedToo() {
        TestAnswer answer = chain.get("/greet/kim").accept("text/x-${name}").verify("polite").send();

        assertEquals(200, answer.status());
        assertEquals(2, answer.text().lines().count());
    }

    /** A boundary whose payload is rendered. */
    private static final class Greet implements Boundary {
        @Override
        public Declaration declaration() {
            return Declaration.terminal().reads("params", true).writes("greeting", true).build();
        }

        @Override
        public Outcome cross(Input input) {
            return Reply.ok(Map.of("greeting", "Hello " + input.params().text("name")));
        }
    }
}
