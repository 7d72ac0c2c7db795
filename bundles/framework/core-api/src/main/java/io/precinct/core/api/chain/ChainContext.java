package io.precinct.core.api.chain;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.envelope.Context;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.dispatch.Caller;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The chain as the framework's own boundaries (the gate, the tail) see it. For use during a crossing only; not
 * thread-safe.
 */
public interface ChainContext extends Context {
    /** The chain that {@code input} belongs to. */
    static ChainContext of(Input input) {
        if (input.context() instanceof ChainContext chain) {
            return chain;
        }
        throw new IllegalStateException("this boundary belongs to the framework and runs in its chains only");
    }

    /** What the request asks of the framework. */
    RequestOptions options();

    /** Lower-case HTTP method. */
    String method();

    /** The route, or null if none matched and the tail runs alone. */
    @Nullable
    RouteInfo route();

    /** Who sent the request. */
    Caller caller();

    /** The configuration the request started with. */
    Configuration configuration();

    /** The present reply: what the previous crossing handed on. */
    Reply reply();

    /** The denial of the previous user slot, or null if it did not deny; for the gate. */
    @Nullable
    Denial denial();

    /** True once a gate has ended the user slots, or a crossing threw: nothing is verified then. */
    boolean halted();

    /** True once a user slot has run for an unsafe method: what it changed stays changed. */
    boolean committed();

    /** The crossings that are over. */
    List<Crossing> crossings();

    /** The crossing under way, as far as it has come. */
    Crossing underWay();

    /**
     * Marks the crossing under way as skipped; its reply is ignored.
     *
     * @throws IllegalStateException outside of the tail
     */
    void skip(String reason);

    /**
     * Adds members to the trace entry of the crossing under way.
     *
     * @throws IllegalStateException outside of the tail, where boundaries of anybody would forge what a trace says
     */
    void note(Map<String, @Nullable Object> members);

    /** The type address of the present payload. */
    String typeAddr();

    /**
     * Gives the payload that this crossing hands on another type address, for example that of the error shape.
     *
     * @throws IllegalStateException outside of the tail
     */
    void typeAddr(String address);

    /** The type address of the error shape. */
    String errorTypeAddr();

    /** The scenarios of the route, in the order of the configuration. */
    List<Scenario> scenarios();

    /** The formatters of the chain. */
    Formatters formatters();

    /** Nanoseconds since the request entered. */
    long elapsedNanos();
}
