package io.precinct.api.boundary;

import io.precinct.api.data.Data;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A refusal: the gate after the boundary ends the user slots, and the tail of the chain formats, traces and seals the
 * refusal like any answer. A denied request is never verified.
 *
 * @param status HTTP status, 400 to 599
 * @param error what was refused and why, for people
 * @param failedRequirement the requirement that was not met, or null
 * @param details further members of the answer; frozen
 * @param headers response headers
 */
public record Denial(
        int status,
        String error,
        @Nullable String failedRequirement,
        Map<String, @Nullable Object> details,
        Headers headers)
        implements Outcome {
    // Spelled out: in a compact constructor javac drops the type annotations of generic parameters from the class file.
    public Denial(
            int status,
            String error,
            @Nullable String failedRequirement,
            Map<String, @Nullable Object> details,
            Headers headers) {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("a denial's status is 400 to 599, got " + status);
        }
        this.status = status;
        this.error = Objects.requireNonNull(error);
        this.failedRequirement = failedRequirement;
        this.details = Data.freezeMap(details);
        this.headers = headers;
    }

    /** A refusal with 403. */
    public static Denial of(String error) {
        return of(403, error);
    }

    /** A refusal with this status. */
    public static Denial of(int status, String error) {
        return new Denial(status, error, null, Map.of(), Headers.NONE);
    }

    /** The same refusal, naming the requirement that was not met. */
    public Denial requiring(String requirement) {
        return new Denial(status, error, requirement, details, headers);
    }

    /** The same refusal with a further member, such as {@code code}. */
    public Denial with(String key, @Nullable Object value) {
        return withAll(Data.map(key, value));
    }

    /** The same refusal with these further members. */
    public Denial withAll(Map<String, @Nullable Object> members) {
        return new Denial(
                status,
                error,
                failedRequirement,
                Data.mapBuilder().putAll(details).putAll(members).build(),
                headers);
    }

    /** The same refusal with a further response header. */
    public Denial header(String name, String value) {
        return new Denial(status, error, failedRequirement, details, headers.with(name, value));
    }

    /** The members of the answer: {@code error}, {@code failed_requirement} if there is one, and the details. */
    public Map<String, @Nullable Object> payload() {
        var payload = Data.mapBuilder().put("error", error);
        if (failedRequirement != null) {
            payload.put("failed_requirement", failedRequirement);
        }
        return payload.putAll(details).build();
    }
}
