package io.precinct.core.api.inspect;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Permission;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.envelope.EnvelopeCatalogue;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The state of the framework at one moment. A service, implemented by the core; every call answers from one snapshot.
 * Thread-safe.
 */
@ProviderType
public interface Inspection {
    /** Routes in the order of configuration, then those contributed by bundles. */
    List<RouteView> routes();

    /** What is deployed. */
    PluginSnapshot plugins();

    /** The catalogue. */
    EnvelopeCatalogue catalogue();

    /** Whether input is strict now. */
    boolean strictInput();

    /** Conflicts although configuration and bundles are each sound: ties, shadowed routes. */
    List<String> conflicts();

    /**
     * The routes that another one displaces: they are among {@link #routes}, but no request reaches them.
     *
     * @since 1.2
     */
    default List<Shadowed> shadowed() {
        return List.of();
    }

    /**
     * How the routes match a request.
     *
     * @param method lower-case
     * @param rawPath percent-encoded, beginning with {@code /}
     * @since 1.2
     */
    default RouteMatch match(String method, String rawPath) {
        return RouteMatch.NONE;
    }

    /** How each boundary in use keeps within its bounds. */
    List<Guarded> guarded();

    /**
     * What is wrong with boundaries now, each as in {@link Guarded#trouble}; empty if nothing is.
     *
     * @since 1.1
     */
    default List<String> troubles() {
        return guarded().stream().map(Guarded::trouble).filter(Objects::nonNull).toList();
    }

    /** Requests that were given up: all with stuck threads, and the latest of the others, newest first. */
    List<Overstay> overstays();

    /** How many requests are in flight on chains, including superseded ones. */
    long inFlight();

    /**
     * How many requests there have been, by route and boundary.
     *
     * @since 1.2
     */
    default Traffic traffic() {
        return Traffic.none(Instant.EPOCH);
    }

    /**
     * A route and its chain.
     *
     * @param name its name
     * @param method lower-case
     * @param path its pattern
     * @param boundaries names of the user slots
     * @param source {@code service.yml:<line>} or the contributing bundle
     * @param chain the crossings a request takes, in order
     * @param missing plug-ins that are not deployed now; the route answers 503 while there are any
     * @param scenarios names of its scenarios
     * @param consumes media types of request bodies
     * @param produces media types of raw bodies it may answer with
     * @param access {@code open}, {@code proven} or {@code admin}
     * @param exposure whether the gateway exposes it: {@code never}, {@code operators}, {@code configured} or
     *     {@code default}
     * @param permission which authenticated users may call it
     */
    record RouteView(
            String name,
            String method,
            String path,
            List<String> boundaries,
            String source,
            List<Step> chain,
            List<String> missing,
            List<String> scenarios,
            List<String> consumes,
            List<String> produces,
            String access,
            String exposure,
            Permission permission) {
        /** Headers that every browser sends. */
        private static final Set<String> OF_BROWSERS =
                Set.of("accept", "accept-encoding", "accept-language", "host", "user-agent");

        /** A route that the gateway exposes only if configured to. */
        public RouteView(
                String name,
                String method,
                String path,
                List<String> boundaries,
                String source,
                List<Step> chain,
                List<String> missing,
                List<String> scenarios,
                List<String> consumes,
                List<String> produces,
                String access) {
            this(
                    name,
                    method,
                    path,
                    boundaries,
                    source,
                    chain,
                    missing,
                    scenarios,
                    consumes,
                    produces,
                    access,
                    "configured",
                    Permission.EVERYBODY);
        }

        /**
         * Whether a browser that has only the address gets an answer to show: anybody may GET it, it has no variables,
         * requires no query, header or body, and is no stream of events.
         *
         * @since 1.3
         */
        public boolean opens() {
            return method.equals("get")
                    && access.equals("open")
                    && missing.isEmpty()
                    && !path.contains("/:")
                    && !path.contains("/*")
                    && chain.stream()
                            .filter(step -> step.slot().equals("user"))
                            .map(Step::deployed)
                            .noneMatch(boundary -> boundary == null || requiresMore(boundary.declaration()));
        }

        private static boolean requiresMore(Declaration boundary) {
            return boundary.contract().parameters().stream()
                            .anyMatch(one -> one.required() && one.place() != Parameter.Place.PATH)
                    || requires(boundary.inputShape().field("params"), Set.of())
                    || requires(boundary.inputShape().field("query"), Set.of())
                    || requires(boundary.inputShape().field("headers"), OF_BROWSERS)
                    || isEvents(boundary.contract().success());
        }

        private static boolean requires(@Nullable Shape part, Set<String> given) {
            return switch (part) {
                case Shape.Fields fields -> !given.containsAll(fields.fields().keySet());
                case Shape.Match _, Shape.Literal _, Shape.Items _ -> true;
                case Shape.Present _ -> false;
                case null -> false;
            };
        }

        private static boolean isEvents(@Nullable Answer success) {
            return success != null && success.schema() == null && success.raw().equals(List.of("text/event-stream"));
        }
    }

    /**
     * One crossing of a chain.
     *
     * @param slot {@code first}, {@code user}, {@code gate} or {@code tail}
     * @param boundary name
     * @param deployed the boundary there, or null if it is missing
     */
    record Step(String slot, String boundary, @Nullable DeployedBoundary deployed) {}
}
