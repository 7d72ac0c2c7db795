package io.precinct.source.testing;

import io.precinct.testing.Eventually;
import io.precinct.treesitter.TreeSitter;
import java.util.Map;
import java.util.TreeMap;

/** Native objects that came since this was made and are still open: what other tests of this JVM keep does not count. */
public final class OpenNatives {
    private final Map<String, Long> before;

    public OpenNatives() {
        NativeCore.install();
        before = Map.copyOf(TreeSitter.live());
    }

    /** How many by kind. */
    public Map<String, Long> now() {
        var since = new TreeMap<String, Long>();
        TreeSitter.live().forEach((kind, count) -> since.put(kind, count - before.getOrDefault(kind, 0L)));
        return since;
    }

    /** Waits until none is open: threads that were interrupted may need a moment, in which the next test would begin. */
    public void awaitNone() {
        Eventually.until(
                () -> "native objects are freed: " + now(),
                () -> now().values().stream().allMatch(count -> count == 0));
    }
}
