package io.precinct.itests.hostile;

import static io.precinct.itests.hostile.HostileBundle.Told.BREAKS_OFF;
import static io.precinct.itests.hostile.HostileBundle.Told.DRIFTS;
import static io.precinct.itests.hostile.HostileBundle.Told.EXITS;
import static io.precinct.itests.hostile.HostileBundle.Told.FAILS;
import static io.precinct.itests.hostile.HostileBundle.Told.LINGERS;
import static io.precinct.itests.hostile.HostileBundle.Told.NOTHING;
import static io.precinct.itests.hostile.HostileBundle.Told.NOT_STARTED;
import static io.precinct.itests.hostile.HostileBundle.Told.OVERSTAYS;
import static io.precinct.itests.hostile.HostileBundle.Told.TAKES_NAME;

import io.precinct.itests.hostile.HostileBundle.Told;
import io.precinct.itests.hostile.ways.AllocatesGigabyte;
import io.precinct.itests.hostile.ways.Backtracks;
import io.precinct.itests.hostile.ways.BuildsHugeText;
import io.precinct.itests.hostile.ways.ChangesPayload;
import io.precinct.itests.hostile.ways.Deadlocks;
import io.precinct.itests.hostile.ways.Exits;
import io.precinct.itests.hostile.ways.ExitsLater;
import io.precinct.itests.hostile.ways.ForgesSeal;
import io.precinct.itests.hostile.ways.Halts;
import io.precinct.itests.hostile.ways.HangsActivating;
import io.precinct.itests.hostile.ways.HangsDeactivating;
import io.precinct.itests.hostile.ways.HangsHealthCheck;
import io.precinct.itests.hostile.ways.HoldsClassLock;
import io.precinct.itests.hostile.ways.IgnoresInterrupts;
import io.precinct.itests.hostile.ways.LeaksSlowly;
import io.precinct.itests.hostile.ways.LeaksThreads;
import io.precinct.itests.hostile.ways.LeavesThreadLocal;
import io.precinct.itests.hostile.ways.LiesAboutOutput;
import io.precinct.itests.hostile.ways.NeverWrites;
import io.precinct.itests.hostile.ways.OverflowsStack;
import io.precinct.itests.hostile.ways.RaisesPowers;
import io.precinct.itests.hostile.ways.ReadsSocket;
import io.precinct.itests.hostile.ways.SchedulesTimer;
import io.precinct.itests.hostile.ways.Sleeps;
import io.precinct.itests.hostile.ways.Spins;
import io.precinct.itests.hostile.ways.StreamsForEver;
import io.precinct.itests.hostile.ways.TakesEcho;
import io.precinct.itests.hostile.ways.TakesEnforceDenials;
import io.precinct.itests.hostile.ways.TakesSeal;
import io.precinct.itests.hostile.ways.ThrowsActivating;
import io.precinct.itests.hostile.ways.ThrowsCycle;
import io.precinct.itests.hostile.ways.ThrowsError;
import io.precinct.itests.hostile.ways.ThrowsMetrics;
import io.precinct.itests.hostile.ways.ThrowsOutOfMemory;
import io.precinct.itests.hostile.ways.ThrowsSneakily;
import io.precinct.itests.hostile.ways.ThrowsUnspeakable;
import io.precinct.itests.hostile.ways.WaitsForPermit;
import io.precinct.itests.hostile.ways.WritesAfterAnswer;
import io.precinct.itests.hostile.ways.WritesCycle;
import io.precinct.itests.hostile.ways.WritesLess;
import io.precinct.itests.hostile.ways.WritesMore;
import io.precinct.itests.hostile.ways.WritesNotANumber;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The list of all bundles that misbehave, with what is expected of each. */
public final class HostileBundles {
    /** Statuses of a request past its deadline, or stopped by a bulkhead or a breaker. */
    private static final Set<Integer> LATE = Set.of(504, 503);

    /** Statuses of a failed request, or of an open breaker. */
    private static final Set<Integer> FAILED = Set.of(500, 503);

    /** Statuses of a request that may also succeed. */
    private static final Set<Integer> PERHAPS = Set.of(200, 500, 503, 504);

    private static final Set<Integer> ANSWERED = Set.of(200);

    private HostileBundles() {}

    /** The bundles that a service has to survive. */
    public static List<HostileBundle> all() {
        return Stream.of(
                        computing(),
                        blocking(),
                        leaking(),
                        throwing(),
                        exiting(),
                        misnamed(),
                        lying(),
                        streaming(),
                        living())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * The bundles that end the process for certain, because no code runs after {@code Runtime.halt}. They are for tests
     * of what is left behind.
     */
    public static List<HostileBundle> lethal() {
        return List.of(way(Halts.class, EXITS, Set.of()));
    }

    /** Those that compute. */
    private static List<HostileBundle> computing() {
        return List.of(
                sticking(Spins.class, OVERSTAYS, LATE),
                sticking(Backtracks.class, OVERSTAYS, LATE),
                sticking(RaisesPowers.class, OVERSTAYS, LATE));
    }

    /** Those that wait. */
    private static List<HostileBundle> blocking() {
        return List.of(
                way(Sleeps.class, OVERSTAYS, LATE),
                sticking(IgnoresInterrupts.class, OVERSTAYS, LATE),
                sticking(WaitsForPermit.class, OVERSTAYS, LATE),
                sticking(ReadsSocket.class, OVERSTAYS, LATE),
                sticking(Deadlocks.class, OVERSTAYS, LATE),
                sticking(HoldsClassLock.class, OVERSTAYS, LATE));
    }

    /** Those that take memory and threads. */
    private static List<HostileBundle> leaking() {
        return List.of(
                way(BuildsHugeText.class, NOTHING, PERHAPS),
                way(AllocatesGigabyte.class, NOTHING, PERHAPS),
                way(LeaksSlowly.class, NOTHING, PERHAPS),
                sticking(LeaksThreads.class, LINGERS, PERHAPS),
                // Its thread may later get stuck in the code of another bundle.
                sticking(LeavesThreadLocal.class, LINGERS, PERHAPS),
                sticking(SchedulesTimer.class, LINGERS, PERHAPS));
    }

    /** Those that throw. */
    private static List<HostileBundle> throwing() {
        return List.of(
                way(ThrowsError.class, FAILS, FAILED),
                way(OverflowsStack.class, FAILS, FAILED),
                way(ThrowsOutOfMemory.class, FAILS, FAILED),
                way(ThrowsSneakily.class, FAILS, FAILED),
                way(ThrowsUnspeakable.class, FAILS, FAILED),
                way(ThrowsCycle.class, FAILS, FAILED));
    }

    /** Those that end the process unless they are kept from it. */
    private static List<HostileBundle> exiting() {
        return List.of(way(Exits.class, EXITS, PERHAPS), way(ExitsLater.class, EXITS, ANSWERED));
    }

    /** Those that take names. */
    private static List<HostileBundle> misnamed() {
        return List.of(
                taking(TakesSeal.class, "seal"),
                taking(TakesEcho.class, "echo"),
                taking(TakesEnforceDenials.class, "enforce_denials"));
    }

    /** Those that write what they should not. */
    private static List<HostileBundle> lying() {
        return List.of(
                way(LiesAboutOutput.class, DRIFTS, PERHAPS),
                way(ForgesSeal.class, DRIFTS, PERHAPS),
                way(WritesNotANumber.class, FAILS, FAILED),
                way(WritesCycle.class, FAILS, FAILED),
                way(ChangesPayload.class, NOTHING, PERHAPS));
    }

    /** Those whose answers never end, or have another length than announced. */
    private static List<HostileBundle> streaming() {
        return List.of(
                way(StreamsForEver.class, NOTHING, ANSWERED),
                way(WritesAfterAnswer.class, BREAKS_OFF, ANSWERED),
                sticking(NeverWrites.class, NOTHING, PERHAPS),
                way(WritesLess.class, BREAKS_OFF, PERHAPS),
                way(WritesMore.class, BREAKS_OFF, PERHAPS));
    }

    /** Those that misbehave while they are activated, checked or deactivated. */
    private static List<HostileBundle> living() {
        return List.of(
                sticking(HangsActivating.class, NOT_STARTED, Set.of()),
                way(ThrowsActivating.class, NOT_STARTED, Set.of()),
                sticking(HangsHealthCheck.class, NOT_STARTED, Set.of()),
                way(ThrowsMetrics.class, FAILS, ANSWERED),
                sticking(HangsDeactivating.class, LINGERS, ANSWERED));
    }

    private static HostileBundle way(Class<?> way, Told told, Set<Integer> statuses) {
        return new HostileBundle(way, null, told, statuses, false);
    }

    /** A bundle that leaves a thread behind which ignores its interruption. */
    private static HostileBundle sticking(Class<?> way, Told told, Set<Integer> statuses) {
        return new HostileBundle(way, null, told, statuses, true);
    }

    private static HostileBundle taking(Class<?> way, String name) {
        return new HostileBundle(way, name, TAKES_NAME, Set.of(), false);
    }
}
