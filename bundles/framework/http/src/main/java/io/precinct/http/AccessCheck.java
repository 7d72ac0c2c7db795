package io.precinct.http;

import io.precinct.core.api.dispatch.Caller;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who may pass a listener. It is asked once for each request, on the request's own thread, before anything else
 * looks at it; it may take its time. Thread-safe.
 */
public interface AccessCheck {
    /** Everybody passes, as who the connection says he is. */
    AccessCheck OPEN = new AccessCheck() {
        @Override
        public Verdict judge(Visitor visitor) {
            return new Verdict.Passes(visitor.caller());
        }

        @Override
        public String name() {
            return "http";
        }
    };

    /** Judges a request. */
    Verdict judge(Visitor visitor);

    /** What the metrics of its listener are called after: {@code precinct_<name>_requests}. */
    String name();

    /** The codes of {@link Verdict.Refused} that it may give, for the metrics. */
    default List<String> reasons() {
        return List.of();
    }

    /** Request headers, in lower case, that nobody behind it sees: what a client says about itself counts for nothing. */
    default Set<String> hides() {
        return Set.of();
    }

    /** Whether it judges by the path: then it sees those, too, that are refused elsewhere for how they are written. */
    default boolean readsPaths() {
        return false;
    }

    /**
     * A request that wants to pass.
     *
     * @param method as it was sent
     * @param rawPath as it was sent, percent-encoded, without query
     * @param authorization every Authorization header
     * @param caller who sent it, as far as the connection tells
     * @param header the value of a request header by its name, or null where it is absent
     */
    record Visitor(
            String method,
            String rawPath,
            List<String> authorization,
            Caller caller,
            Function<String, @Nullable String> header) {
        public Visitor {
            authorization = List.copyOf(authorization);
        }
    }

    /** What becomes of a request. */
    sealed interface Verdict {
        /** It goes on, in the name of {@code caller}. */
        record Passes(Caller caller) implements Verdict {}

        /**
         * It is answered at once.
         *
         * @param status of the answer
         * @param code for machines, one of {@link AccessCheck#reasons}
         * @param error for people
         * @param retryAfter seconds after which to try again, or 0
         * @param challenge value of WWW-Authenticate, or null
         * @param caller who sent it, as far as it is known
         */
        record Refused(
                int status,
                String code,
                String error,
                int retryAfter,
                @Nullable String challenge,
                Caller caller) implements Verdict {
            /** The same, and what else is wrong with the request. */
            Refused because(String reason) {
                return new Refused(
                        status, code, error + "; the request cannot be read: " + reason, retryAfter, challenge, caller);
            }
        }
    }
}
