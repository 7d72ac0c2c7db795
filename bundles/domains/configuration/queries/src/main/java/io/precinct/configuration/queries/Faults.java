package io.precinct.configuration.queries;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Member;
import io.precinct.configuration.queries.ConfigurationResources.Skip;
import io.precinct.configuration.queries.expression.BadExpression;
import io.precinct.configuration.queries.expression.Deadline;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Refusal.Fault;
import io.precinct.source.api.SourceFault;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Faults of questions and of files, in the form of answers: {@code {error, code, detail, …}}. */
final class Faults {
    private static final String SOON = "2";

    private Faults() {}

    /** A handler that answers with the faults and refusals that the given one throws. */
    static Member.Handler answered(Member.Handler handler) {
        return input -> {
            try {
                return handler.cross(input);
            } catch (SourceFault fault) {
                return denial(fault);
            } catch (Refusal refusal) {
                return refusal.toDenial();
            }
        };
    }

    private static Denial denial(SourceFault fault) {
        Map<String, @Nullable Object> members = fault.members();
        String message = String.valueOf(fault.getMessage());
        Denial denial = Denial.of(fault.status(), message)
                .with("code", fault.code())
                .with("detail", members.getOrDefault("detail", message))
                .withAll(members);
        if (fault.status() != 503) {
            return denial;
        }
        Object after = members.get("retry_after");
        return denial.header("Retry-After", after == null ? SOON : String.valueOf(after));
    }

    /**
     * Refuses a query or a body with all its faults, including fields that nobody reads.
     *
     * @throws Refusal 400 {@code malformed}
     */
    static void check(Form form) {
        form.unknown();
        List<Fault> faults = form.faults();
        if (!faults.isEmpty()) {
            String detail =
                    String.join("; ", faults.stream().map(Fault::message).toList());
            throw Refusal.of(
                    400,
                    "malformed",
                    detail,
                    "detail",
                    detail,
                    "errors",
                    faults.stream().map(Fault::toData).toList());
        }
    }

    /** 422 for an expression. */
    static SourceFault of(BadExpression e) {
        String message = String.valueOf(e.getMessage());
        return e.offset() < 0
                ? SourceFault.of(422, "bad_query", message, "kind", e.kind())
                : SourceFault.of(422, "bad_query", message, "kind", e.kind(), "offset", e.offset());
    }

    /** 422 for the requested file. */
    static SourceFault of(Skip skip) {
        String message = skip.path() + ": " + (skip.detail() == null ? skip.reason() : skip.detail());
        return skip.line() == 0
                ? SourceFault.of(422, skip.reason(), message)
                : SourceFault.of(422, skip.reason(), message, "line", skip.line(), "column", skip.column());
    }

    /** 504 for a query that takes too long. */
    static SourceFault timeout(Deadline.Passed e) {
        return SourceFault.of(504, "query_timeout", String.valueOf(e.getMessage()));
    }
}
