package io.precinct.deploy.records;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.deploy.verify.BundleIdentity;
import io.precinct.deploy.verify.PluginJar;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes outcomes with the present time. The parameter {@code since} is always when the file was complete or the command
 * came, in nanoseconds of {@link System#nanoTime()}.
 */
public final class Outcomes {
    private Outcomes() {}

    /**
     * The outcome of deploying a verified jar.
     *
     * @param file name of the file, for messages
     * @param replaced the generation it replaces, or null
     * @param replaces the names that it takes from other bundles
     * @param notes further information
     */
    public static Outcome of(
            Result result,
            PluginJar jar,
            String file,
            @Nullable String replaced,
            long since,
            List<Replacement> replaces,
            List<String> notes) {
        return new Outcome(
                result,
                jar.bundle(),
                jar.version(),
                jar.sha256(),
                file,
                replaced,
                List.of(),
                Instant.now(),
                millis(since),
                replaces,
                notes);
    }

    /** The outcome of refusing a jar. */
    public static Outcome refused(BundleIdentity who, String sha256, String file, List<String> reasons, long since) {
        return new Outcome(
                Result.REFUSED, who.bundle(), who.version(), sha256, file, null, reasons, Instant.now(), millis(since));
    }

    /** The outcome of refusing a command about a bundle. */
    public static Outcome refused(String bundle, List<String> reasons, long since) {
        return refused(new BundleIdentity(bundle, null), "", bundle, reasons, since);
    }

    /** The outcome of refusing a file without looking into it. */
    public static Outcome refusedUnread(String file, List<String> reasons, long since) {
        return refused(BundleIdentity.UNKNOWN, "", file, reasons, since);
    }

    /** The milliseconds from {@code since} until now. */
    public static long millis(long since) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    }
}
