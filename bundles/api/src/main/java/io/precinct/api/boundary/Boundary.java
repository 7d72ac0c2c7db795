package io.precinct.api.boundary;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A unit of request handling: one crossing of a route's chain. Register it as a Declarative Services component and name
 * it with {@link BoundaryName}; that is all a plug-in needs.
 *
 * <pre>{@code
 * @Component
 * @BoundaryName("greet")
 * public final class Greet implements Boundary {
 *     @Override
 *     public Declaration declaration() {
 *         return Declaration.terminal()
 *                 .reads("params", Map.of("name", true))
 *                 .writes("greeting", true)
 *                 .build();
 *     }
 *
 *     @Override
 *     public Outcome cross(Input input) {
 *         return Reply.ok(Map.of("greeting", "Hello " + input.params().text("name")));
 *     }
 * }
 * }</pre>
 *
 * <p>An instance serves many requests at once, each on a thread of its own: it may block, it must be
 * thread-safe, and it must not keep what it was given beyond the call. It may be replaced by a newer generation while
 * requests run; those that began with it finish with it.
 */
@ConsumerType
public interface Boundary {
    /** What this boundary reads and writes. Read once, when the boundary is deployed; must not block. */
    Declaration declaration();

    /**
     * Handles one request, or this boundary's part of it.
     *
     * @param input the envelope of the request and the payload of the previous crossing
     * @return a {@link Reply} that continues through the chain, or a {@link Denial} that ends the user slots
     * @throws BadInput if a value the request brought is missing or of the wrong form; answered as 422
     * @throws Exception anything else is answered as 500 with an incident number; the trace stays in the log
     */
    Outcome cross(Input input) throws Exception;
}
