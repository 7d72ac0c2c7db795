package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/** A family with the single route {@code GET /hostile/<name>}. It behaves well unless a subclass overrides this. */
public abstract class HostileFamily implements BoundaryFamily {
    @Override
    public final List<Member> members() {
        return List.of(Member.get("/hostile/" + name(getClass()), "answer", declaration(), this::cross));
    }

    /** The name of a way to misbehave: the name of its class in lower case with underscores. */
    public static String name(Class<?> way) {
        return way.getSimpleName().replaceAll("(?<=[a-zA-Z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    /** The declaration of its boundary. */
    Declaration declaration() {
        return Declaration.terminal().writes("done", true).build();
    }

    /** Answers; subclasses misbehave here. */
    Outcome cross(Input input) throws Exception {
        return done();
    }

    /** Waits for a permit that nobody releases, and ignores interruptions. */
    static void waitForEver() {
        new Semaphore(0).acquireUninterruptibly();
    }

    static Reply done() {
        return Reply.ok(Data.map("done", true));
    }
}
