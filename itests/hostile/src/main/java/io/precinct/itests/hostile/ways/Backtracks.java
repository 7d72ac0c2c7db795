package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import java.util.regex.Pattern;

/** Matches a text with an expression that takes exponential time to fail. */
public final class Backtracks extends HostileFamily {
    private static final Pattern CATASTROPHE = Pattern.compile("(a|a)*\\1b");

    @Override
    Outcome cross(Input input) {
        String text = "a".repeat(60) + "c";
        return CATASTROPHE.matcher(text).matches() ? Reply.empty(204) : done();
    }
}
