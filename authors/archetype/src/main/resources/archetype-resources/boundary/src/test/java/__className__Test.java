package ${package};

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ${className}Test {
    // The real chain around the boundary: gate, verify, trace, JSON and seal, without a container and without a socket.
    private final TestChain chain = TestChain.with("${name}", new ${className}())
            .route("GET /${name}/:name", "${name}")
            .scenario("${name}", "polite", Map.of("greeting", Map.of("prefix", "Hello ")))
            .start();

    @AfterEach
    void close() {
        chain.close();
    }

    @Test
    void whoeverThePathNamesIsGreeted() {
        TestAnswer answer = chain.get("/${name}/kim").send();

        assertEquals(200, answer.status());
        assertEquals("Hello kim", answer.json().get("greeting"));
    }

    @Test
    void aGreetingIsPolite() {
        TestAnswer answer = chain.get("/${name}/kim").verify("polite").send();

        assertEquals(List.of(), answer.failures());
        assertEquals(200, answer.status());
    }

    @Test
    void aNameBeginsWithALetter() {
        assertEquals(422, chain.get("/${name}/42").send().status());
    }
}
