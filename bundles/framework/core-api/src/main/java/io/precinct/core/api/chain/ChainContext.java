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
    /** The chain of {@code input}. */
    static ChainContext of(Input input) {
        if (input.context() instanceof ChainContext chain) {
            return chain;
        }
        throw new IllegalStateException("this boundary belongs to the framework and runs in its chains only");
    }

    /** What the request asks the framework for. */
    RequestOptions options();

    /** Lower-case HTTP method. */
    String method();

    /** The route, or null if none matched and the tail runs alone. */
    @Nullable
    RouteInfo route();

    /** The sender of the request. */
    Caller caller();

    /** The configuration with which the request started. */
    Configuration configuration();

    /** The present reply, passed on by the previous crossing. */
    Reply reply();

    /** For the gate: the denial of the previous user slot, or null if it did not deny. */
    @Nullable
    Denial denial();

    /** True once a gate has ended the user slots, or a crossing threw; nothing is verified then. */
    boolean halted();

    /** True once a user slot has run for an unsafe method: its changes stay. */
    boolean committed();

    /** The finished crossings. */
    List<Crossing> crossings();

    /** The current crossing, as far as it has come. */
    Crossing underWay();

    /**
     * Marks the current crossing as skipped; its reply is ignored.
     *
     * @throws IllegalStateException outside the tail
     */
    void skip(String reason);

    /**
     * Adds members to the trace entry of the current crossing.
     *
     * @throws IllegalStateException outside the tail, because any boundary could then forge a trace
     */
    void note(Map<String, @Nullable Object> members);

    /** The type address of the present payload. */
    String typeAddr();

    /**
     * Gives the payload of this crossing another type address, for example that of the error shape.
     *
     * @throws IllegalStateException outside the tail
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
