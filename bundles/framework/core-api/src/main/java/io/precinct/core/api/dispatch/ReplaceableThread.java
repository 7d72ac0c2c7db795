package io.precinct.core.api.dispatch;

/**
 * A listener's thread that another one can replace. The core replaces a thread that computes for long, whose priority
 * it has lowered, or that does not return from a boundary in time.
 */
public interface ReplaceableThread {
    /**
     * Gives this thread up: another one takes its place, and it ends as soon as its work is done. Further calls do
     * nothing. Any thread may call this.
     */
    void replace();
}
