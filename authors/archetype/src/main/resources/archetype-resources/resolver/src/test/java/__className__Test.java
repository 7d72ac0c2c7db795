package ${package};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.config.TagException;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import io.precinct.testkit.TestTag;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ${className}Test {
    // The real chain, with a scenario whose expectation is resolved only when a request is verified.
    private final TestChain chain = TestChain.with("greet", new Greet())
            .lateResolver("${name}", new ${className}())
            .settings("${name}", Map.of("greeting", "Hello kim"))
            .route("GET /greet/:name", "greet")
            .scenario("greet", "configured", Map.of("greeting", TestTag.of("${name}", "greeting")))
            .scenario("greet", "forgotten", Map.of("greeting", TestTag.of("${name}", "farewell")))
            .start();

    @AfterEach
    void close() {
        chain.close();
    }

    @Test
    void aTagStandsForTheValueInTheSettings() {
        TestAnswer answer = chain.get("/greet/kim").verify("configured").send();

        assertEquals(List.of(), answer.failures());
        assertEquals(200, answer.status());
    }

    @Test
    void aValueThatNobodySetIsAFailingResultThatSaysWhatToDo() {
        TestAnswer answer = chain.get("/greet/kim").verify("forgotten").send();

        assertEquals(422, answer.status());
        String failure = answer.failures().getFirst();
        assertTrue(failure.contains("add it to resolvers.${name}"), failure);
    }

    @Test
    void aTagWithoutANameIsAnErrorOfTheConfiguration() {
        assertThrows(TagException.class, () -> new ${className}().check(TestTag.of("${name}", List.of())));
    }

    /** A boundary whose payload is verified. */
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
