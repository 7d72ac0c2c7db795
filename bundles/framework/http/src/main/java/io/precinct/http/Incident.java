package io.precinct.http;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A fault during an answer, reported in the same way as faults of boundaries. */
final class Incident {
    private static final Logger LOG = LoggerFactory.getLogger("precinct.incident");
    /** Headers that stay: who may read the answer, the seal of the chain that made it, what it has done. */
    private static final Set<String> KEPT = Set.of(
            "x-service-seal",
            "x-service-committed",
            "vary",
            "access-control-allow-origin",
            "access-control-expose-headers",
            "connection");

    private Incident() {}

    /** Logs a fault and returns its number in the log. */
    static String log(HttpExchange exchange, Throwable problem) {
        String number = Long.toHexString(ThreadLocalRandom.current().nextLong() | 1L << 63);
        String route = exchange.route();
        String where = route == null
                ? exchange.request().getMethod() + " " + exchange.received().rawPath()
                : "route " + route;
        LOG.atError()
                .setCause(problem)
                .addKeyValue("incident", number)
                .addKeyValue("where", where)
                .log("answering {} failed, incident {}", where, number);
        return number;
    }

    /** Removes everything else that was to be sent. */
    static void clear(Response response) {
        List<HttpField> kept = response.getHeaders().stream()
                .filter(field -> KEPT.contains(field.getLowerCaseName()))
                .toList();
        response.reset();
        kept.forEach(response.getHeaders()::add);
    }
}
