package io.precinct.core.api.dispatch;

/**
 * A thread of a listener that another one can stand in for. The core says so of a thread that computes for long, which it
 * has set behind the others, or that does not come back from a boundary in time.
 */
public interface ReplaceableThread {
    /**
     * Gives this thread up: its place is another's from now on, and it ends as soon as it has nothing under way any more.
     * Further calls do nothing. May be called by any thread.
     */
    void replace();
}
