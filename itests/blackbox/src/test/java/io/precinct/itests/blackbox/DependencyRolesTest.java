package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.Eventually;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests who may change the dependency graph at the gateway of the packaged product. */
@Timeout(180)
class DependencyRolesTest {
    @RegisterExtension
    static final SharedService<CasesGateway> SHARED = SharedService.cases();

    private static CasesGateway gateway;

    @BeforeAll
    static void start() {
        gateway = SHARED.get();
    }

    private static Map<String, Object> event(String id, String op, String producer) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("event_id", "roles-" + id);
        event.put("time", "2026-01-01T00:00:00Z");
        event.put("producer", producer);
        event.put("op", op);
        event.put("from", "service:roles-" + producer);
        event.put("type", "depends-on");
        event.put("to", "library:roles");
        return event;
    }

    @Test
    void onlyAProducerWritesAndEveryUserReads() {
        for (String user : List.of("nora", "lea", "otto")) {
            gateway.refused(403, "role_required", user, "POST", "/graph/events", event("a", "assert", "nobody"));
            gateway.done(user, "GET", "/graph", null);
        }
        gateway.done("paula", "POST", "/graph/events", event("b", "assert", "roles-b"));
    }

    @Test
    void aNameBelongsToWhoeverWroteWithItFirst() {
        gateway.done("paula", "POST", "/graph/events", event("1", "assert", "paula-ci"));
        assertThat(gateway.service()
                        .http
                        .post("/graph/events", io.precinct.api.data.Json.compact(event("2", "assert", "local-ci")))
                        .status())
                .isEqualTo(200);

        for (String taken : List.of("paula-ci", "local-ci", "import:roles")) {
            Map<String, ?> refused = gateway.refused(
                    403, "producer_taken", "peter", "POST", "/graph/events", event("3-" + taken, "retract", taken));
            assertThat(refused.get("producers")).isEqualTo(List.of(taken));
        }
        Map<String, ?> all = gateway.refused(
                403,
                "producer_taken",
                "peter",
                "POST",
                "/graph/events",
                List.of(
                        event("4", "assert", "peter-ci"),
                        event("5", "retract", "paula-ci"),
                        event("6", "retract", "local-ci")));
        assertThat(all.get("producers")).isEqualTo(List.of("local-ci", "paula-ci"));
        gateway.done("paula", "POST", "/graph/events", event("7", "assert", "peter-ci"));
        gateway.done("paula", "POST", "/graph/events", event("8", "retract", "paula-ci"));
    }

    @Test
    void anOperatorNamesTheUsersOfAProducer() {
        gateway.done("paula", "POST", "/graph/events", event("20", "assert", "shared-ci"));
        gateway.refused(403, "producer_taken", "peter", "POST", "/graph/events", event("21", "assert", "shared-ci"));
        Service.write(
                gateway.service().config.resolve("dependencies.yml"), "producers: {shared-ci: {users: [peter]}}\n");

        Eventually.until(
                "peter may write",
                () -> gateway.send("peter", "POST", "/graph/events", event("22", "assert", "shared-ci"))
                                .status()
                        == 200);

        gateway.refused(403, "producer_taken", "paula", "POST", "/graph/events", event("23", "assert", "shared-ci"));
    }
}
