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
 * What the endpoints of all domains have in common. It is the one place where what a domain throws becomes an answer: wrap
 * every handler of a {@link #family} in one of these.
 */
public final class Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    private Endpoint() {}

    /**
     * The members of a domain's family: every route it brings along is sealed in the header only, so that one case, a list
     * of them and an error are exactly their members, and can be sent back so.
     */
    public static List<Member> family(Member... members) {
        return family(UnaryOperator.identity(), members);
    }

    /**
     * The same, for a family whose routes have more in common.
     *
     * @param common what each route declares besides, for example {@link RouteDeclaration#exposed}
     */
    public static List<Member> family(UnaryOperator<RouteDeclaration> common, Member... members) {
        return Stream.of(members).map(member -> declaring(common, member)).toList();
    }

    private static Member declaring(UnaryOperator<RouteDeclaration> common, Member member) {
        RouteDeclaration route = member.route();
        return route == null
                ? member
                : Member.on(
                        common.apply(route.sealedInHeader()), member.name(), member.declaration(), member.handler());
    }

    /**
     * An endpoint of one thing: a {@link Refusal} is its answer; a database that is not there is 503 with
     * {@code Retry-After} and {@code retryable: true}.
     */
    public static Member.Handler item(Member.Handler handler) {
        return answering(503, handler);
    }

    /** An endpoint of a list: as {@link #item}, but if its store fails it answers 502. */
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

    /** Makes an answer of what is thrown; {@code status} is that of a database that is not there. */
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
     * An endpoint whose service-layer failures the specification answers with 500: what would be 404 or 409 is 500 with
     * {@code retryable: false}, unless the client sends {@code Prefer: handling=strict} (RFC 7240 §4.4).
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
