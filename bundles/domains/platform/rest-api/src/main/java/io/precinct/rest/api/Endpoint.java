package io.precinct.rest.api;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.postgres.api.DatabaseUnavailable;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handlers that the endpoints of all domains share. This class is the only place that turns exceptions of a domain into
 * responses: wrap every handler of a {@link #family} with one of its methods.
 */
public final class Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    private static final String JSON = "application/json";
    private static final String MERGE_PATCH = "application/merge-patch+json";

    private Endpoint() {}

    /**
     * Returns the members of a domain's family. Every route is sealed only in its header, so that the body of a case, a
     * list or an error contains exactly its own members, and can be sent back unchanged. PATCH takes a JSON Merge Patch
     * (RFC 7396), and refuses a JSON Patch (415).
     */
    public static List<Member> family(Member... members) {
        return family(UnaryOperator.identity(), members);
    }

    /**
     * As {@link #family(Member...)}, for a family whose routes share further declarations.
     *
     * @param common adds the shared declarations to each route, for example {@link RouteDeclaration#exposed}
     */
    public static List<Member> family(UnaryOperator<RouteDeclaration> common, Member... members) {
        return Stream.of(members).map(member -> declaring(common, member)).toList();
    }

    private static Member declaring(UnaryOperator<RouteDeclaration> common, Member member) {
        RouteDeclaration route = member.route();
        return route == null
                ? member
                : Member.on(
                        common.apply(patching(route.sealedInHeader())),
                        member.name(),
                        member.declaration(),
                        member.handler());
    }

    private static RouteDeclaration patching(RouteDeclaration route) {
        return route.method().equals("patch") && route.consumes().equals(List.of(JSON))
                ? route.consuming(JSON, MERGE_PATCH)
                : route;
    }

    /**
     * Wraps the handler of one resource: a {@link Refusal} becomes the response, and an unavailable database becomes
     * 503 with {@code Retry-After} and {@code retryable: true}.
     */
    public static Member.Handler item(Member.Handler handler) {
        return answering(503, handler);
    }

    /**
     * Wraps the handler of a list: as {@link #item}, but with 502 if its store fails or the database is unavailable.
     */
    public static Member.Handler list(Member.Handler handler) {
        return answering(502, input -> {
            try {
                return handler.cross(input);
            } catch (ConnectionException e) {
                throw e;
            } catch (JdbiException e) {
                LOG.error("the store failed on {}", input.path(), e);
                return Denial.of(502, "the store failed on this list")
                        .with("code", "store_failed")
                        .with("retryable", true)
                        .header("Retry-After", "2");
            }
        });
    }

    /** Turns exceptions into responses; {@code status} is the status for an unavailable database. */
    private static Member.Handler answering(int status, Member.Handler handler) {
        return input -> {
            try {
                return handler.cross(input);
            } catch (Refusal refusal) {
                return refusal.toDenial();
            } catch (DatabaseUnavailable e) {
                return unavailable(status, e);
            } catch (ConnectionException e) {
                return unavailable(
                        status, new DatabaseUnavailable("no connection to the database can be had", true, e));
            }
        };
    }

    /**
     * Wraps a handler for which the specification requires status 500 on service-layer failures: 404 and 409 become 500
     * with {@code retryable: false}, unless the client sends {@code Prefer: handling=strict} (RFC 7240 §4.4).
     */
    public static Member.Handler service(Member.Handler handler) {
        return item(input -> {
            boolean strict = strict(input);
            try {
                return confirmed(handler.cross(input), strict);
            } catch (Refusal refusal) {
                if (refusal.status() != 404 && refusal.status() != 409) {
                    throw refusal;
                }
                Refusal told = refusal.with("retryable", false);
                throw strict ? told.header("Preference-Applied", "handling=strict") : told.withStatus(500);
            }
        });
    }

    private static Outcome confirmed(Outcome outcome, boolean strict) {
        return strict && outcome instanceof Reply reply
                ? reply.header("Preference-Applied", "handling=strict")
                : outcome;
    }

    private static boolean strict(Input input) {
        return input.headers().get("prefer") instanceof String prefer
                && Stream.of(prefer.toLowerCase(Locale.ROOT).split("[,;]"))
                        .map(one -> one.strip().replace("\"", "").replace(" ", ""))
                        .anyMatch("handling=strict"::equals);
    }

    private static Denial unavailable(int status, DatabaseUnavailable e) {
        String reason = String.valueOf(e.getMessage());
        Denial denial = Denial.of(status, reason)
                .with("code", "database_unavailable")
                .with("retryable", true)
                .header("Retry-After", Long.toString(Math.max(1, e.retryAfter().toSeconds())));
        return e.outcomeKnown() ? denial : denial.with("outcome", "unknown");
    }
}
