package io.precinct.source.facts.extraction;

import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.source.parse.TaskLimits;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Parser;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What facts need from loaded grammars: the languages, and threads to parse on. Thread-safe. */
public interface Engine {
    /** A number that changes whenever a language is added, removed or replaced. */
    long generation();

    /** Languages that are loaded, sorted. */
    List<String> languages();

    /**
     * The language of a path by its name.
     *
     * @param allowed languages that count; empty for all
     * @return null if it has none that is loaded
     */
    @Nullable
    String languageOf(String path, List<String> allowed);

    /** The languages that claim a path by its name with equal right, {@link #languageOf} first; empty for none. */
    default List<String> claimants(String path, List<String> allowed) {
        String language = languageOf(path, allowed);
        return language == null ? List.of() : List.of(language);
    }

    /** A loaded language, which stays usable until it is closed; null if it is not loaded. */
    @Nullable
    AcquiredLanguage acquire(String language);

    /** How many tasks run at once. */
    int parallelism();

    /**
     * Runs a task on a thread for parsing and waits for its end.
     *
     * @param language stays loaded until the task is over, even if the caller gives up
     * @param limit after which {@code cancelled} turns true
     * @throws Stopped if it was not done in time
     */
    <T> T run(AcquiredLanguage language, Task<T> task, TaskLimits limit) throws Stopped, InterruptedException;

    /**
     * Has the worker process of an isolated language run {@link WorkerTask} on a text.
     *
     * @param options what to do, as {@link WorkerTask} writes it
     * @throws Stopped if it was not done in time, or the process ended
     * @throws io.precinct.source.api.SourceFault 422 {@code bad_query}
     * @throws IllegalStateException if it failed there, or cannot be done there
     */
    byte[] remote(AcquiredLanguage language, byte[] utf8, byte[] options, TaskLimits limit)
            throws Stopped, InterruptedException;

    /** A task with the objects of a thread. */
    interface Task<T> {
        T run(Parser parser, Cursor cursor, BooleanSupplier cancelled) throws Cancelled, Stopped;
    }

    /** A task that did not end well. */
    final class Stopped extends Exception {
        private static final long serialVersionUID = 1L;

        private final String reason;
        private final boolean begun;

        /** @param reason {@code timeout, crashed} */
        public Stopped(String reason) {
            this(reason, true);
        }

        /** @param begun whether it had begun */
        public Stopped(String reason, boolean begun) {
            super(reason, null, false, false);
            this.reason = reason;
            this.begun = begun;
        }

        /** False if the task only waited for its turn, so that nothing is known about it. */
        public boolean begun() {
            return begun;
        }

        /** {@code timeout, crashed}. */
        public String reason() {
            return reason;
        }
    }
}
