package io.precinct.source.parse;

/** A language that stays loaded until it is closed. */
public interface AcquiredLanguage extends UsableLanguage, AutoCloseable {
    /**
     * True if it was fetched and runs in a process of its own: only {@link #language} and {@link #identity} work here,
     * all else throws an {@link IllegalStateException}.
     */
    boolean isolated();

    @Override
    void close();
}
