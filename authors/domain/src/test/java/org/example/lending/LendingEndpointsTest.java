package org.example.lending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.service.HealthCheck;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What holds before a row is read; {@code DomainExampleTest} of Precinct tests the rest on a real database. */
class LendingEndpointsTest {
    private static final String SECRET = "the-secret-of-the-box";
    private static final String TOOL = "/lending/tools/tool-01890a5d-ac96-474b-8cce-b302099a8057";
    private static final String DELIVERY = "{\"tool\": \"tool-1\", \"version\": 2}";

    private final AbsentDatabase absent = new AbsentDatabase();
    private final Lending lending = lending(SECRET);
    private final LendingFigures figures = new LendingFigures();
    private final LendingEndpoints endpoints = new LendingEndpoints(lending, figures);
    private final TestChain chain =
            TestChain.empty().family("lending", endpoints).strictInput(true).start();

    private Lending lending(String secret) {
        return new Lending(absent, absent, LendingSettings.fixed(new LendingSettings.Values(14, 2, secret)));
    }

    @AfterEach
    void close() {
        chain.close();
    }

    private TestAnswer deliver(TestChain to, String body, String signature) {
        return to.request("POST", "/lending/box")
                .body("application/json", body)
                .header(LendingDocuments.SIGNATURE, signature)
                .send();
    }

    private static String signature(String body) {
        return Signature.of(SECRET, body.getBytes(StandardCharsets.UTF_8));
    }

    private static List<?> faults(TestAnswer answer) {
        assertEquals(422, answer.status(), answer::text);
        return ((List<?>) answer.json().get("errors"))
                .stream()
                        .map(fault -> ((Map<?, ?>) fault).get("pointer") + " " + ((Map<?, ?>) fault).get("code"))
                        .toList();
    }

    @Test
    void everythingWrongWithABodyIsSaidAtOnce() {
        TestAnswer answer = chain.post("/lending/tools", Map.of("name", " ", "colour", "red"))
                .send();

        assertEquals(List.of("/name required", "/colour unknown"), faults(answer));
    }

    @Test
    void nobodyBorrowsForLongerThanTheSettingsAllow() {
        assertEquals(
                List.of("/days bounds"),
                faults(chain.post(TOOL + "/borrow", Map.of("days", 15)).send()));
        assertEquals(
                503, chain.post(TOOL + "/borrow", Map.of("days", 14)).send().status());
    }

    @Test
    void whileTheDatabaseIsAbsentItSaysWhenToTryAgain() {
        TestAnswer one = chain.get(TOOL).send();
        TestAnswer list = chain.get("/lending/tools").send();

        assertEquals(503, one.status(), one::text);
        assertEquals("database_unavailable", one.json().get("code"));
        assertEquals("2", one.header("Retry-After"));
        assertEquals(502, list.status(), list::text);
        assertEquals(
                HealthCheck.Status.WAITING, new LendingHealth(lending).check().status());
    }

    @Test
    void aDeliveryCountsOnlyWithTheSignatureOfItsBody() {
        assertEquals(503, deliver(chain, DELIVERY, signature(DELIVERY)).status()); // it got as far as the database

        assertEquals(403, deliver(chain, DELIVERY, "").status());
        assertEquals(403, deliver(chain, DELIVERY, signature(DELIVERY + " ")).status());
        assertEquals(403, deliver(chain, "no JSON", "sha256=00").status());
        assertEquals(400, deliver(chain, "no JSON", signature("no JSON")).status());
        assertEquals(
                List.of("/version required"),
                faults(deliver(chain, "{\"tool\": \"ü\"}", signature("{\"tool\": \"ü\"}"))));
        assertEquals(3.0, refusals());
    }

    private double refusals() {
        return figures.collect().stream()
                .filter(family -> family.name().equals("lending_refused_deliveries"))
                .flatMap(family -> family.samples().stream())
                .mapToDouble(sample -> ((LendingFigures.Sample.Value) sample).value())
                .sum();
    }

    @Test
    void withoutASecretThereIsNoBox() {
        try (TestChain boxless = TestChain.empty()
                .family("lending", new LendingEndpoints(lending(null), figures))
                .start()) {
            assertEquals(403, deliver(boxless, DELIVERY, signature(DELIVERY)).status());
        }
    }

    @Test
    void onlyTheBoxIsReachedByWhoIsNoUser() {
        List<String> open = endpoints.members().stream()
                .filter(member -> member.route().access() == RouteDeclaration.Access.PROVEN)
                .map(member -> member.name())
                .toList();

        assertEquals(List.of("box"), open);
        assertTrue(endpoints.members().stream()
                .filter(member -> !open.contains(member.name()))
                .allMatch(member -> member.route().exposure() == RouteDeclaration.Exposure.DEFAULT));
    }
}
