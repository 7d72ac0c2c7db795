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
import java.util.stream.Stream;

/** The list of all bundles that misbehave, with what is expected of each. */
public final class HostileBundles {
    private HostileBundles() {}

    /** The bundles that a service must survive. */
    public static List<HostileBundle> all() {
        return Stream.of(
                        computing(),
                        blocking(),
                        leaking(),
                        throwing(),
                        exiting(),
                        takingNames(),
                        lying(),
                        streaming(),
                        inLifecycle())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * The bundles that certainly end the process, because no code runs after {@code Runtime.halt}. They are for tests
     * of what is left behind.
     */
    public static List<HostileBundle> lethal() {
        return List.of(way(Halts.class, EXITS));
    }

    /** Bundles that compute. */
    private static List<HostileBundle> computing() {
        return List.of(
                sticking(Spins.class, OVERSTAYS),
                sticking(Backtracks.class, OVERSTAYS),
                sticking(RaisesPowers.class, OVERSTAYS));
    }

    /** Bundles that wait. */
    private static List<HostileBundle> blocking() {
        return List.of(
                way(Sleeps.class, OVERSTAYS),
                sticking(IgnoresInterrupts.class, OVERSTAYS),
                sticking(WaitsForPermit.class, OVERSTAYS),
                sticking(ReadsSocket.class, OVERSTAYS),
                sticking(Deadlocks.class, OVERSTAYS),
                sticking(HoldsClassLock.class, OVERSTAYS));
    }

    /** Bundles that take memory and threads. */
    private static List<HostileBundle> leaking() {
        return List.of(
                way(BuildsHugeText.class, NOTHING),
                way(AllocatesGigabyte.class, NOTHING),
                way(LeaksSlowly.class, NOTHING),
                sticking(LeaksThreads.class, LINGERS),
                // Its thread may later get stuck in the code of another bundle.
                sticking(LeavesThreadLocal.class, LINGERS),
                sticking(SchedulesTimer.class, LINGERS));
    }

    /** Bundles that throw. */
    private static List<HostileBundle> throwing() {
        return List.of(
                way(ThrowsError.class, FAILS),
                way(OverflowsStack.class, FAILS),
                way(ThrowsOutOfMemory.class, FAILS),
                way(ThrowsSneakily.class, FAILS),
                way(ThrowsUnspeakable.class, FAILS),
                way(ThrowsCycle.class, FAILS));
    }

    /** Bundles that end the process unless they are prevented from it. */
    private static List<HostileBundle> exiting() {
        return List.of(way(Exits.class, EXITS), way(ExitsLater.class, EXITS));
    }

    /** Bundles that take names. */
    private static List<HostileBundle> takingNames() {
        return List.of(
                taking(TakesSeal.class, "seal"),
                taking(TakesEcho.class, "echo"),
                taking(TakesEnforceDenials.class, "enforce_denials"));
    }

    /** Bundles that write what they should not. */
    private static List<HostileBundle> lying() {
        return List.of(
                way(LiesAboutOutput.class, DRIFTS),
                way(ForgesSeal.class, DRIFTS),
                way(WritesNotANumber.class, FAILS),
                way(WritesCycle.class, FAILS),
                way(ChangesPayload.class, NOTHING));
    }

    /** Bundles whose answers never end, or have another length than announced. */
    private static List<HostileBundle> streaming() {
        return List.of(
                way(StreamsForEver.class, NOTHING),
                way(WritesAfterAnswer.class, BREAKS_OFF),
                sticking(NeverWrites.class, NOTHING),
                way(WritesLess.class, BREAKS_OFF),
                way(WritesMore.class, BREAKS_OFF));
    }

    /** Bundles that misbehave while they are activated, checked or deactivated. */
    private static List<HostileBundle> inLifecycle() {
        return List.of(
                sticking(HangsActivating.class, NOT_STARTED),
                way(ThrowsActivating.class, NOT_STARTED),
                sticking(HangsHealthCheck.class, NOT_STARTED),
                way(ThrowsMetrics.class, FAILS),
                sticking(HangsDeactivating.class, LINGERS));
    }

    private static HostileBundle way(Class<?> way, Told told) {
        return new HostileBundle(way, null, told, false);
    }

    /** A bundle that leaves a thread behind which ignores its interruption. */
    private static HostileBundle sticking(Class<?> way, Told told) {
        return new HostileBundle(way, null, told, true);
    }

    private static HostileBundle taking(Class<?> way, String name) {
        return new HostileBundle(way, name, TAKES_NAME, false);
    }
}
