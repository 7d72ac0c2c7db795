package io.precinct.source.endpoints;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Member;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Refusal.Fault;
import io.precinct.source.api.SourceFault;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the faults of live source into answers {@code {error, code, detail, …}}; {@link #by} wraps every handler of
 * these families.
 */
public final class SourceEndpoint {
    private static final String DETAIL = "detail";
    private static final String SOON = "2";

    private SourceEndpoint() {}

    /** A handler that answers with the faults and refusals that the given one throws. */
    public static Member.Handler by(Member.Handler handler) {
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

    // @req:source-faults
    static Denial denial(SourceFault fault) {
        Map<String, @Nullable Object> members = fault.members();
        String message = String.valueOf(fault.getMessage());
        Denial denial = Denial.of(fault.status(), message)
                .with("code", fault.code())
                .with(DETAIL, members.getOrDefault(DETAIL, message))
                .withAll(members);
        Object after = members.get("retry_after");
        if (fault.status() != 503 && after == null) {
            return denial;
        }
        return denial.header("Retry-After", after == null ? SOON : String.valueOf(after));
    }

    /**
     * Ends the reading of a query or a body; unread fields are faults as well.
     *
     * @throws Refusal 400 {@code malformed} with all faults, if there are any
     */
    public static void check(Form form) {
        form.unknown();
        List<Fault> faults = form.faults();
        if (!faults.isEmpty()) {
            String detail =
                    String.join("; ", faults.stream().map(Fault::message).toList());
            throw Refusal.of(
                    400,
                    "malformed",
                    detail,
                    DETAIL,
                    detail,
                    "errors",
                    faults.stream().map(Fault::toData).toList());
        }
    }
}
