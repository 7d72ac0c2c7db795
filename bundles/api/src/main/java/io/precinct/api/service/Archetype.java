package io.precinct.api.service;

import io.precinct.api.envelope.Envelope;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A long-lived service that configuration boots into slots ({@code archetypes.<slot>: {archetype: <name>, args: {…}}}).
 * Slots boot in the order in which they are declared and stop in reverse. Register it as a component and name it with
 * {@link ArchetypeName}.
 */
@ConsumerType
public interface Archetype {
    /**
     * Starts the service of one slot.
     *
     * @param envelope of the stage {@code boot}: {@code runtime, config_dir, context, args}
     * @return a handle that stops it; closed when its slot leaves the configuration, its bundle goes or the runtime
     *     stops
     * @throws Exception if it cannot start: a deployment is refused with this error, and the slot keeps its present
     *     service; otherwise the error is shown, and the next attempt comes with other {@code args} or another
     *     generation
     */
    AutoCloseable boot(Envelope envelope) throws Exception;

    /** How a newer generation takes over a slot. */
    default Handover handover() {
        return Handover.OVERLAP;
    }

    /** How a newer generation takes over a slot. */
    enum Handover {
        /** The new one boots while the old one still runs; then the old one is closed. */
        OVERLAP,
        /** The old one is closed first; if the new one does not boot, the old one is booted again. */
        EXCLUSIVE,
        /** It cannot be replaced while the process runs; its deployment is refused with that reason. */
        RESTART
    }
}
