package io.precinct.rest.api;

import io.precinct.api.boundary.Denial;
import io.precinct.api.data.Data;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request that a domain refuses, as an exception that can be thrown through a transaction, which then rolls back. An
 * {@link Endpoint} turns it into the response {@code {error, code, …}}.
 */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Denial denial;

    private Refusal(Denial denial) {
        super(denial.error(), null, false, false);
        this.denial = denial;
    }

    /** Creates a refusal; {@code members} are further members of the response as pairs of key and value. */
    public static Refusal of(int status, String code, String message, @Nullable Object... members) {
        return new Refusal(Denial.of(status, message).with("code", code).withAll(Data.map(members)));
    }

    /**
     * Creates 404 {@code <kind>_not_found}, for example {@code case_not_found}; the message replaces an underscore in
     * {@code kind} by a space.
     */
    public static Refusal notFound(String kind, String id) {
        return of(
                404, kind + "_not_found", "there is no " + kind.replace('_', ' ') + " " + Text.shortened(id), "id", id);
    }

    /**
     * Creates 409 {@code invalid_transition} with the current state and the states from which the operation is
     * possible.
     */
    public static Refusal wrongState(String operation, String from, List<String> allowed) {
        return of(
                409,
                "invalid_transition",
                operation + " is not possible from " + from + ", only from "
                        + (allowed.isEmpty() ? "no state" : String.join(", ", allowed)),
                "from",
                from,
                "allowed",
                allowed);
    }

    /**
     * Creates 409 {@code stale_version}: a change was based on an older version; {@code members} as for {@link #of}.
     *
     * @since 1.5
     */
    public static Refusal stale(String message, @Nullable Object... members) {
        return of(409, "stale_version", message, members);
    }

    /**
     * Creates 422 {@code invalid_fields} with all {@code faults} as {@code errors: [{pointer, code, message,
     * allowed}]}.
     */
    public static Refusal invalid(List<Fault> faults) {
        String message = faults.size() == 1
                ? faults.getFirst().message()
                : faults.size() + " faults: "
                        + String.join("; ", faults.stream().map(Fault::message).toList());
        return of(
                422,
                "invalid_fields",
                message,
                "errors",
                faults.stream().map(Fault::toData).toList());
    }

    /** Creates 422 with one fault; see {@link #invalid(List)}. */
    public static Refusal invalid(String pointer, String code, String message, @Nullable Object allowed) {
        return invalid(List.of(new Fault(pointer, code, message, allowed)));
    }

    /** Returns the HTTP status. */
    public int status() {
        return denial.status();
    }

    /** Returns the code, for example {@code case_not_found}. */
    public String code() {
        return String.valueOf(denial.details().get("code"));
    }

    /** Returns the members of the response besides {@code error}. */
    public Map<String, @Nullable Object> members() {
        return denial.details();
    }

    /** Returns the same refusal with another status. */
    public Refusal withStatus(int status) {
        return new Refusal(
                new Denial(status, denial.error(), denial.failedRequirement(), denial.details(), denial.headers()));
    }

    /** Returns the same refusal with a further member. */
    public Refusal with(String key, @Nullable Object value) {
        return new Refusal(denial.with(key, value));
    }

    /** Returns the same refusal with a further response header. */
    public Refusal header(String name, String value) {
        return new Refusal(denial.header(name, value));
    }

    /** Returns the response. */
    public Denial toDenial() {
        return Objects.requireNonNull(denial);
    }

    /**
     * A fault in a field of a body or a parameter of a query.
     *
     * @param pointer JSON pointer (RFC 6901) into the body; for a query {@code ?name}
     * @param code {@code required, type, enum, bounds, format, too_long, characters, unknown, author}
     * @param message text for people
     * @param allowed the allowed values as plain data, or null
     */
    public record Fault(
            String pointer,
            String code,
            String message,
            @Nullable Object allowed) {
        /** Returns the fault as an element of {@code errors}. */
        public Map<String, @Nullable Object> toData() {
            return allowed == null
                    ? Data.map("pointer", pointer, "code", code, "message", message)
                    : Data.map("pointer", pointer, "code", code, "message", message, "allowed", allowed);
        }
    }
}
