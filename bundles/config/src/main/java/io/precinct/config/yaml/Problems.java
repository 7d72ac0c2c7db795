package io.precinct.config.yaml;

import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects everything that is wrong, so that it is reported at once. Not thread-safe. */
public final class Problems {
    /** Nobody reads further, and a hostile file must not fill the memory. */
    private static final int MOST = 200;

    private final List<Problem> problems = new ArrayList<>();
    private int errors;
    private int untold;

    /** Reports what keeps the configuration from serving. */
    public void error(Location at, String message, @Nullable String hint) {
        errors++;
        add(new Problem(at, message, hint, false));
    }

    /** Reports what is odd but serves. */
    public void warn(Location at, String message, @Nullable String hint) {
        add(new Problem(at, message, hint, true));
    }

    private void add(Problem problem) {
        if (problems.size() < MOST) {
            problems.add(problem);
        } else {
            untold++;
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
        sorted.sort(Comparator.comparing((Problem p) -> p.at().file())
                .thenComparingInt(p -> p.at().line())
                .thenComparingInt(p -> p.at().column()));
        if (untold > 0) {
            Location at = new Location(sorted.getLast().at().file(), 0, 0);
            sorted.add(new Problem(at, untold + " further problems", "mend these first", errors == 0));
        }
        return List.copyOf(sorted);
    }
}
