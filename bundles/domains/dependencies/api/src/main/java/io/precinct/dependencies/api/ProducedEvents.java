package io.precinct.dependencies.api;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The statements of producers within this process about edges. An OSGi service. Thread-safe.
 *
 * <p>The name of such a producer begins with {@link #IMPORT} and has at most 200 characters; for any other name,
 * methods throw {@link IllegalArgumentException}. While the database is unavailable, all methods throw its {@code
 * DatabaseUnavailable}.
 */
@ProviderType
public interface ProducedEvents {
    /** The prefix of the names of producers. */
    String IMPORT = "import:";

    /**
     * Lets a producer read its statements and add events, all in one transaction: no reader sees a part of it, and no
     * other caller in any process does this at the same time, for this producer or another.
     *
     * @param work receives a log that is valid until the function returns. The function may be called again after a
     *     conflict, so it must have no other effects. If it throws, the exception reaches the caller and nothing is
     *     added
     */
    <T extends @Nullable Object> T produce(String producer, Function<Log, T> work);

    /**
     * Reads the statements of a producer, all as of one moment.
     *
     * @param work receives a log that is valid until the function returns, and to which nothing can be added
     * @since 1.2
     */
    <T extends @Nullable Object> T read(String producer, Function<Log, T> work);

    /** Returns the latest statement of a producer about each edge, sorted by edge, including withdrawn edges. */
    List<SaidEdge> said(String producer);

    /** Returns the producers of this kind that currently assert any edge or define any name, sorted by name. */
    List<String> producers();

    /** The log of a producer. Not thread-safe. */
    @ProviderType
    interface Log {
        /** Returns the latest statement of the producer about each edge, sorted by edge, including withdrawn edges. */
        List<SaidEdge> said();

        /**
         * Adds any number of events.
         *
         * @throws IllegalArgumentException if {@code POST /graph/events} would not accept an event; the message states
         *     why
         */
        void append(List<EdgeEvent> events);

        /**
         * Returns what the producer defines.
         *
         * @since 1.2
         */
        Set<Definition> defined();

        /**
         * Replaces what the producer defines.
         *
         * @since 1.2
         */
        void define(Set<Definition> definitions);

        /**
         * Returns the other producers that define some of these names, by name; names that no other producer defines
         * are absent.
         *
         * @since 1.2
         */
        Map<String, Set<String>> otherDefiners(Collection<String> names);

        /**
         * Returns the log of another producer in the same transaction.
         *
         * @since 1.2
         */
        Log of(String other);
    }
}
