package io.precinct.source.git;

import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** Marks log entries that report the progress of long work: the launcher shows them on stderr. */
public final class LongWork {
    /** The marker. */
    public static final Marker PROGRESS = MarkerFactory.getMarker("progress");

    private LongWork() {}
}
