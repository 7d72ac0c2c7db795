package io.precinct.api.service;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Reports whether a bundle is fit to serve; registered as a service. A hot deployment runs the checks of its bundle
 * before it takes a request, and is refused if one fails; afterwards they appear in {@code /health} and {@code /ready}.
 * Thread-safe; answers within a second.
 */
@ConsumerType
public interface HealthCheck {
    /** The subject of the check, such as {@code database}. */
    String subject();

    /** The current verdict; an exception counts as {@link Verdict#down}. */
    Verdict check() throws Exception;

    /**
     * A verdict.
     *
     * @param status fit, fit but not ready for requests, or not fit
     * @param detail one sentence for people
     * @param facts plain data for machines; frozen
     */
    record Verdict(Status status, String detail, Map<String, @Nullable Object> facts) {
        // Spelled out: in a compact constructor javac drops the type annotations of generic parameters from the class
        // file.
        public Verdict(Status status, String detail, Map<String, @Nullable Object> facts) {
            this.status = Objects.requireNonNull(status, "status");
            this.detail = Objects.requireNonNull(detail, "detail");
            this.facts = io.precinct.api.data.Data.freezeMap(facts);
        }

        /** Fit. */
        public static Verdict up(String detail) {
            return new Verdict(Status.UP, detail, Map.of());
        }

        /**
         * Fit and ready, but without something that was requested.
         *
         * @since 1.2
         */
        public static Verdict degraded(String detail) {
            return new Verdict(Status.DEGRADED, detail, Map.of());
        }

        /** Fit, but not ready for requests. */
        public static Verdict waiting(String detail) {
            return new Verdict(Status.WAITING, detail, Map.of());
        }

        /** Not fit. */
        public static Verdict down(String detail) {
            return new Verdict(Status.DOWN, detail, Map.of());
        }
    }

    /** The condition of a subject. */
    enum Status {
        /** Fit. */
        UP,
        /**
         * Fit and ready, but without something that was requested.
         *
         * @since 1.2
         */
        DEGRADED,
        /** Fit, but not ready for requests. */
        WAITING,
        /** Not fit. */
        DOWN
    }
}
