package io.precinct.source.git;

import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** How entries of the log say that they tell how far long work is: the launcher shows them on stderr. */
public final class LongWork {
    /** The marker. */
    public static final Marker PROGRESS = MarkerFactory.getMarker("progress");

    private LongWork() {}
}
