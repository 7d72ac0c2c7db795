package io.precinct.dependencies.api;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What producers within this process say about edges. A service. Thread-safe.
 *
 * <p>The names of such producers begin with {@link #IMPORT} and have at most 200 characters; another name is an {@link
 * IllegalArgumentException}. While the database cannot be had, everything here throws its {@code DatabaseUnavailable}.
 */
@ProviderType
public interface ProducedEvents {
    /** What the names of producers begin with. */
    String IMPORT = "import:";

    /**
     * Has a producer look at what it said and add to it. All of it is one transaction: nobody sees a part of it, and nobody
     * else does this for the same producer at the same time, in whatever process.
     *
     * @param work is given what can be added to until it returns. It may be called again after a conflict, so it has no other
     *     effects. What it throws reaches the caller, and nothing is added
     */
    <T extends @Nullable Object> T produce(String producer, Function<Log, T> work);

    /** What a producer said last of each edge, by edge, withdrawn ones too. */
    List<SaidEdge> said(String producer);

    /** The producers of this kind that assert any edge now, by name. */
    List<String> producers();

    /** The events of a producer. Not thread-safe. */
    @ProviderType
    interface Log {
        /** What it said last of each edge, by edge, withdrawn ones too. */
        List<SaidEdge> said();

        /**
         * Adds events, however many.
         *
         * @throws IllegalArgumentException if one is none that {@code POST /graph/events} takes; the message says why
         */
        void append(List<EdgeEvent> events);
    }
}
