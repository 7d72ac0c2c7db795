package io.precinct.http;

import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Request;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may pass a listener. It is called once for each request, on the request's own thread, before any other
 * code reads the request, and may block. Thread-safe.
 */
public interface AccessCheck {
    /** Everybody passes, with the identity that the connection gives. */
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

    /** The name in the metrics of its listener: {@code precinct_<name>_requests}. */
    String name();

    /** The codes of {@link Verdict.Refused} that it may give, for the metrics. */
    default List<String> reasons() {
        return List.of();
    }

    /** Whether it answers this path itself, whatever routes there are. */
    default boolean owns(String rawPath) {
        return false;
    }

    /**
     * Answers a request for one of its own paths, on the request's thread; it may read the body. Requests from pages of
     * other sites are refused before that.
     *
     * @throws UnsupportedOperationException if it has no paths of its own
     */
    default OwnAnswer answer(Request request) {
        throw new UnsupportedOperationException(name() + " has no paths of its own");
    }

    /** Whether it judges by the path: then it also sees paths that are otherwise refused for how they are written. */
    default boolean readsPaths() {
        return false;
    }

    /**
     * A request that wants to pass.
     *
     * @param method as sent
     * @param rawPath as sent, percent-encoded, without query
     * @param rawQuery as sent, without the question mark, or null
     * @param authorization every Authorization header
     * @param caller the sender, as far as the connection tells
     * @param header the value of a request header by its name in lower case, several lines joined, or null if it is
     *     absent
     */
    record Visitor(
            String method,
            String rawPath,
            @Nullable String rawQuery,
            List<String> authorization,
            Caller caller,
            Function<String, @Nullable String> header) {
        public Visitor {
            authorization = List.copyOf(authorization);
        }
    }

    /** The decision about a request. */
    sealed interface Verdict {
        /** For {@link Passes#lasts}: nothing ends it. */
        BooleanSupplier ALWAYS = () -> true;

        /**
         * It continues, in the name of {@code caller}.
         *
         * @param hidden request headers, in lower case, that nobody behind the listener sees: what a client claims
         *     about itself does not count
         * @param cookie value of Set-Cookie for the answer, or null
         * @param lasts whether the request would still pass in this name; an event stream ends soon after it is false.
         *     It is called by another thread every second, and must not wait
         */
        record Passes(
                Caller caller, Set<String> hidden, @Nullable String cookie, BooleanSupplier lasts) implements Verdict {
            Passes(Caller caller) {
                this(caller, Set.of(), null, ALWAYS);
            }
        }

        /**
         * It is answered at once.
         *
         * @param status of the answer
         * @param code for machines, one of {@link AccessCheck#reasons}
         * @param error for people
         * @param retryAfter seconds after which to try again, or 0
         * @param challenge value of WWW-Authenticate, or null
         * @param location address to which a browser is redirected instead, or null
         * @param caller the sender, as far as known
         */
        record Refused(
                int status,
                String code,
                String error,
                int retryAfter,
                @Nullable String challenge,
                @Nullable String location,
                Caller caller)
                implements Verdict {
            /** The same, with a further reason for refusing the request. */
            Refused because(String reason) {
                return new Refused(
                        status,
                        code,
                        error + "; the request cannot be read: " + reason,
                        retryAfter,
                        challenge,
                        location,
                        caller);
            }
        }
    }
}
