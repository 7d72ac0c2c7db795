package io.precinct.core.chain;

import io.precinct.api.boundary.BadInput;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.UndefinedInputError;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.api.envelope.SchemaError;
import io.precinct.core.watch.BoundaryGuard;
import io.precinct.core.watch.GivenUp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The error answers of a chain. This is the only class that turns exceptions of boundaries into statuses. */
public final class ErrorReplies {
    private static final Logger LOG = LoggerFactory.getLogger("precinct.incident");

    private ErrorReplies() {}

    /** An error answer; {@code more} are further members as pairs of key and value. */
    public static Reply error(int status, String message, @Nullable String code, @Nullable Object... more) {
        MapBuilder payload = Data.mapBuilder().put("error", message);
        if (code != null) {
            payload.put("code", code);
        }
        for (int i = 0; i < more.length; i += 2) {
            payload.put(String.valueOf(more[i]), more[i + 1]);
        }
        return Reply.of(status, (Object) payload.build());
    }

    static Reply of(Denial denial) {
        return Reply.of(denial.status(), (Object) denial.payload()).headers(denial.headers());
    }

    static Reply inputShape(String boundary, List<String> failures) {
        return error(422, "input shape mismatch", null, "boundary", boundary, "failures", failures);
    }

    /** 503, for a boundary that takes no more requests at the moment. */
    static Reply notAdmitted(String boundary, BoundaryGuard.Entry why, long retrySeconds) {
        String reason = switch (why) {
            case FULL -> "has as many requests under way as one boundary may";
            case COMPUTING -> "computes on as many processors as one boundary may";
            default -> "is taken out, because requests to it took too much time or memory";
        };
        return error(
                        503,
                        "the boundary " + boundary + " " + reason + "; try again in " + retrySeconds + " s",
                        why == BoundaryGuard.Entry.OUT ? "breaker_open" : "bulkhead",
                        "boundary",
                        boundary)
                .header("Retry-After", Long.toString(retrySeconds));
    }

    /** The answer to a request that was given up while its boundary was still running. */
    public static Reply of(GivenUp why) {
        String running = "; the boundary " + why.boundary() + " was still running";
        return switch (why.cause()) {
            case DEADLINE ->
                error(504, "no answer within " + text(why.limit()) + running, "deadline", "boundary", why.boundary());
            case PROCESSOR_TIME ->
                error(
                        504,
                        "more than " + text(why.limit()) + " of processor time" + running,
                        "processor_time",
                        "boundary",
                        why.boundary());
            case RETIRED, CLIENT_GONE ->
                error(
                                503,
                                "the boundary " + why.boundary() + " was taken out of service before it ended",
                                "retired",
                                "boundary",
                                why.boundary())
                        .header("Retry-After", "1");
        };
    }

    private static String text(Duration duration) {
        return duration.toMillisPart() == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }

    /** The answer to an exception of a boundary. The stack trace is logged under an incident number, never sent. */
    static Reply of(Throwable thrown, String boundary) {
        if (thrown instanceof BadInput bad) {
            return error(
                    422,
                    String.valueOf(bad.getMessage()),
                    "bad_input",
                    "field",
                    bad.place(),
                    "expected",
                    bad.expected(),
                    "got",
                    bad.got());
        }
        String incident = incident(thrown, boundary);
        return switch (thrown) {
            case UndefinedInputError undefined ->
                error(
                        500,
                        "UndefinedInputError: " + undefined.getMessage(),
                        "undefined_input",
                        "boundary",
                        undefined.boundary(),
                        "key",
                        undefined.key(),
                        "incident",
                        incident);
            case SchemaError schema ->
                error(
                        500,
                        "SchemaError: " + schema.getMessage(),
                        "schema_error",
                        "stage",
                        schema.stage().wireName(),
                        "incident",
                        incident);
            case OutOfMemoryError _ ->
                error(
                        500,
                        "the boundary " + boundary + " asked for more memory than there is",
                        "out_of_memory",
                        "boundary",
                        boundary,
                        "incident",
                        incident);
            default -> error(500, "the boundary " + boundary + " failed", "internal_error", "incident", incident);
        };
    }

    /** 500 in place of an answer that exceeds the limit for answers that are not streamed. */
    static Reply tooLarge(String boundary, Reply refused, long limit, boolean committed) {
        LOG.warn(
                "{} wrote an answer of about {} bytes, limits.answer_bytes is {}",
                boundary,
                refused.body().size(),
                limit);
        return marked(
                error(
                        500,
                        "the boundary " + boundary + " wrote more than an answer may have; larger ones are to be"
                                + " streamed",
                        "answer_too_large",
                        "boundary",
                        boundary,
                        "limit",
                        limit,
                        "size",
                        refused.body().size()),
                committed,
                refused);
    }

    /**
     * An error in place of an answer. If the request has changed something, a header states that, to prevent a retry.
     */
    static Reply marked(Reply error, boolean committed, Reply refused) {
        if (!committed) {
            return error;
        }
        String location = refused.headers().first("Location");
        Reply marked = error.header("X-Service-Committed", "true");
        return location == null ? marked : marked.header("Location", location);
    }

    /** Logs an exception and returns the incident number of the log entry. */
    public static String incident(Throwable thrown, String where) {
        String number = Long.toHexString(ThreadLocalRandom.current().nextLong() | 1L << 63);
        try {
            LOG.atError()
                    .setCause(thrown)
                    .addKeyValue("incident", number)
                    .addKeyValue("where", where)
                    .log("{} failed, incident {}", where, number);
        } catch (Throwable worse) {
            // Even printing an exception of a plug-in may throw.
            LOG.error(
                    "{} failed, incident {}: {}, which cannot be logged because of {}",
                    where,
                    number,
                    thrown.getClass().getName(),
                    worse.getClass().getName());
        }
        return number;
    }

    /** True if a payload contains {@code ok: false}. */
    static boolean deniesAsData(@Nullable Object payload) {
        return payload instanceof Map<?, ?> map && Boolean.FALSE.equals(map.get("ok"));
    }

    /**
     * The denial that a boundary wrote as data: {@code ok: false} and, optionally, the members that a gate declares.
     */
    static Denial fromData(Map<?, ?> payload) {
        int status = payload.get("status") instanceof Number n && n.intValue() >= 400 && n.intValue() <= 599
                ? n.intValue()
                : 403;
        String error = payload.get("error") instanceof String text ? text : "denied";
        MapBuilder details = Data.mapBuilder();
        for (Map.Entry<?, ?> member : payload.entrySet()) {
            String key = String.valueOf(member.getKey());
            if (!key.equals("error") && !key.equals("failed_requirement")) {
                details.put(key, member.getValue());
            }
        }
        Denial denial = Denial.of(status, error).withAll(details.build());
        return payload.get("failed_requirement") instanceof String requirement ? denial.requiring(requirement) : denial;
    }
}
