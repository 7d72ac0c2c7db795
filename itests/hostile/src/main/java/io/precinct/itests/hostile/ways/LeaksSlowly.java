package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Keeps a megabyte of every request in a static list. */
public final class LeaksSlowly extends HostileFamily {
    private static final List<byte[]> KEPT = Collections.synchronizedList(new ArrayList<>());

    @Override
    Outcome cross(Input input) {
        KEPT.add(new byte[1 << 20]);
        return done();
    }
}
