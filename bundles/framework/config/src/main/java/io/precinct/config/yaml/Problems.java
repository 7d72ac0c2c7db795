package io.precinct.config.yaml;

import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/** Collects the problems of a load, so that all are reported together. Not thread-safe. */
public final class Problems {
    /** Most problems that are kept, so that a hostile file cannot exhaust the memory; the others are counted. */
    private static final int MOST = 200;

    /** By file, line and column. */
    public static final Comparator<Problem> IN_ORDER = Comparator.comparing(
                    (Problem problem) -> problem.at().file())
            .thenComparingInt(problem -> problem.at().line())
            .thenComparingInt(problem -> problem.at().column());

    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> degraded = new ArrayList<>();
    private int errors;
    private int dropped;

    /** Reports an error, which keeps the configuration from serving. */
    public void error(Location at, String message, @Nullable String hint) {
        errors++;
        add(new Problem(at, message, hint, false));
    }

    /** Reports a warning, with which the configuration still serves. */
    public void warn(Location at, String message, @Nullable String hint) {
        add(new Problem(at, message, hint, true));
    }

    /** Reports that something that served once is no longer deployed; the configuration serves without it. */
    public void degraded(Location at, String message, @Nullable String hint) {
        Problem problem = new Problem(at, message, hint, true);
        degraded.add(problem);
        add(problem);
    }

    /** The problems reported with {@link #degraded(Location, String, String)}. */
    public List<Problem> degraded() {
        return List.copyOf(degraded);
    }

    private void add(Problem problem) {
        if (problems.size() < MOST) {
            problems.add(problem);
        } else {
            dropped++;
        }
    }

    /** Logs problems as what they are: errors as errors, warnings as warnings. */
    public static void log(Logger log, List<Problem> problems) {
        for (Problem problem : problems) {
            log.atLevel(problem.warning() ? Level.WARN : Level.ERROR).log("{}", problem.line());
        }
    }

    /** True once there was an error. */
    public boolean hasErrors() {
        return errors > 0;
    }

    /** How many errors there were. */
    public int errors() {
        return errors;
    }

    /** Everything reported, by file, line and column. */
    public List<Problem> inOrder() {
        var sorted = new ArrayList<>(problems);
        sorted.sort(IN_ORDER);
        if (dropped > 0) {
            Location at = new Location(sorted.getLast().at().file(), 0, 0);
            sorted.add(new Problem(at, dropped + " further problems", "fix these first", errors == 0));
        }
        return List.copyOf(sorted);
    }
}
