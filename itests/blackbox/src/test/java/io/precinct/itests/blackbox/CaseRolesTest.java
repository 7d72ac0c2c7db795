package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that the endpoints of case tracking require the documented roles at the gateway of the packaged product. */
@Timeout(180)
@SuppressWarnings("unchecked") // plain data
class CaseRolesTest {
    private static final String BEGIN = "<!-- roles: generated from the declarations of the routes -->\n";
    private static final String END = "<!-- end of roles -->\n";

    /** An endpoint whose answer never ends for a user who may read it. */
    private static final String STREAM = "/api/tasks/stream";

    @RegisterExtension
    static final SharedService<CasesGateway> SHARED = SharedService.cases();

    private static Service service;
    private static CasesGateway gateway;

    @BeforeAll
    static void start() {
        gateway = SHARED.get();
        service = gateway.service();
    }

    private static List<Map<String, Object>> routes() {
        var routes = (List<Map<String, Object>>) Objects.requireNonNull(
                service.http.get("/inspect/routes").json().get("routes"));
        return routes.stream()
                .filter(route -> ((String) route.get("path")).startsWith("/api/"))
                .sorted(Comparator.comparing((Map<String, Object> route) -> (String) route.get("path"))
                        .thenComparing(route -> (String) route.get("method")))
                .toList();
    }

    private static boolean permits(Map<String, Object> route, String role) {
        return role.isEmpty()
                ? (Boolean) route.get("without_roles")
                : ((List<String>) route.get("roles")).contains(role);
    }

    private static String endpoint(Map<String, Object> route) {
        return ((String) route.get("method")).toUpperCase(Locale.ROOT) + " " + route.get("path");
    }

    // @req:route-permission
    @Test
    void everyEndpointIsAllowedOrRefusedAsItsRouteDeclares() {
        assertThat(routes()).hasSizeGreaterThan(70);
        for (Map<String, Object> route : routes()) {
            for (Map.Entry<String, String> user : CasesGateway.USERS.entrySet()) {
                boolean permitted = permits(route, user.getValue());
                if (permitted && route.get("path").equals(STREAM)) {
                    continue;
                }
                Http.Answer answer = send(user.getKey(), route);
                String what = user + ": " + endpoint(route) + " " + answer.status() + " " + answer.text();
                if (permitted) {
                    assertThat(answer.status()).as(what).isNotEqualTo(403);
                } else {
                    assertThat(answer.status()).as(what).isEqualTo(403);
                    assertThat(answer.json())
                            .as(what)
                            .containsEntry("code", "role_required")
                            .containsEntry("roles", route.get("roles"));
                }
            }
        }
    }

    private static Http.Answer send(String user, Map<String, Object> route) {
        String method = ((String) route.get("method")).toUpperCase(Locale.ROOT);
        String path = ((String) route.get("path")).replaceAll(":\\w+", "nothing");
        return gateway.send(user, method, path, method.equals("GET") ? null : Map.of());
    }

    // @req:case-roles
    @Test
    void aCaseIsAssignedToAUserByHerOwnSpelling() {
        String id = gateway.create("lea", "for dan");
        String assign = "/api/tasks/" + id + "/assign-detective";
        Map<String, Object> nobody =
                gateway.refused(422, "invalid_fields", "lea", "POST", assign, Map.of("detective", "nobody-here"));
        assertThat(nobody.toString()).contains("unknown_person");
        gateway.refused(422, "invalid_fields", "lea", "POST", assign, Map.of("detective", "default"));
        assertThat(gateway.done("lea", "POST", assign, Map.of("detective", " Dan")))
                .containsEntry("detective", "dan");
        assertThat(gateway.done("dan", "PATCH", "/api/tasks/" + id, Map.of("priority", 1)))
                .as("his own case")
                .containsEntry("priority", 1);
    }

    @Test
    void theGuideShowsTheRolesThatTheRoutesDeclare() throws IOException {
        List<String> columns = List.of("reader", "detective", "lead", "sync");
        String rows = routes().stream()
                .map(route -> "| `" + endpoint(route) + "` | "
                        + columns.stream()
                                .map(role -> permits(route, role) ? "yes" : "")
                                .collect(Collectors.joining(" | "))
                        + " |\n")
                .collect(Collectors.joining());
        String table =
                "| endpoint | " + columns.stream().map(role -> "`" + role + "`").collect(Collectors.joining(" | "))
                        + " |\n|---|" + "---|".repeat(columns.size()) + "\n" + rows;
        String guide = Files.readString(Path.of(System.getProperty("precinct.root"), "docs", "cases.md"));
        assertThat(guide).contains(BEGIN + table + END);
        assertThat(routes())
                .allSatisfy(route -> assertThat(route.get("without_roles"))
                        .as("users without a role are detectives: " + endpoint(route))
                        .isEqualTo(permits(route, "detective")));
    }
}
