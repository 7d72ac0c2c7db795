package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.itests.support.Http;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The packaged product with cases. Its users have at most one role, and reach it through its gateway. Thread-safe. */
record CasesGateway(Service service, Http http) implements AutoCloseable {
    /** Roles by user; nora has none, and those of otto, paula and peter do not concern cases. */
    static final Map<String, String> USERS = Map.of(
            "rita", "reader",
            "dora", "detective",
            "dan", "detective",
            "lea", "lead",
            "sam", "sync",
            "nora", "",
            "otto", "operator",
            "paula", "producer",
            "peter", "producer");

    /** Starts the product in this folder. */
    static CasesGateway start(Path folder) throws IOException {
        int port = Service.freePort();
        for (Map.Entry<String, String> user : USERS.entrySet()) {
            String[] roles = user.getValue().isEmpty() ? new String[0] : new String[] {user.getValue()};
            Service.addUser(folder, user.getKey(), roles);
        }
        Service.initializeDatabase(folder);
        Service service = Service.on(folder, """
                service: cases
                access_log: false
                gateway:
                  port: %d
                  expose: ["/api/**", "/graph", "/graph/**"]
                """.formatted(port), "--features", "framework,cases,dependencies");
        return new CasesGateway(service, new Http(URI.create("http://127.0.0.1:" + port)));
    }

    /** Sends a request as a user; without a body if {@code body} is null. */
    Http.Answer send(String user, String method, String path, @Nullable Object body) {
        String credentials = user + ":the password of " + user;
        return http.send(
                method,
                path,
                body == null ? null : Json.compact(body),
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)),
                "Content-Type",
                "application/json");
    }

    /** As {@link #send}, for a request that must succeed. Returns the answer; an empty answer has no members. */
    Map<String, @Nullable Object> done(String user, String method, String path, @Nullable Object body) {
        Http.Answer answer = send(user, method, path, body);
        assertThat(answer.status()).as(answer.text()).isBetween(200, 299);
        return answer.status() == 204 ? Map.of() : answer.json();
    }

    /** As {@link #send}, for a request that must be refused with this status and code. Returns the answer. */
    Map<String, @Nullable Object> refused(
            int status, String code, String user, String method, String path, @Nullable Object body) {
        Http.Answer answer = send(user, method, path, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json()).containsEntry("code", code);
        return answer.json();
    }

    /** Creates a case as a user and returns its id. */
    String create(String user, String label) {
        return String.valueOf(
                done(user, "POST", "/api/tasks", Map.of("label", label)).get("id"));
    }

    /** Performs an action on the list Steps of a case. */
    Map<String, @Nullable Object> item(String id, String action, @Nullable Object... params) {
        return done(
                "dora",
                "POST",
                "/api/tasks/" + id + "/lists/steps/execute",
                Data.map("action", action, "params", Data.map(params)));
    }

    @Override
    public void close() {
        service.close();
    }
}
