package io.precinct.source.parse;

import io.precinct.treesitter.TreeSitter;
import java.util.Map;
import java.util.TreeMap;

/** Native objects that came since this was made and are still open: what other tests of this JVM keep does not count. */
final class OpenNatives {
    private final Map<String, Long> before = Map.copyOf(TreeSitter.live());

    /** How many by kind. */
    Map<String, Long> now() {
        var since = new TreeMap<String, Long>();
        TreeSitter.live().forEach((kind, count) -> since.put(kind, count - before.getOrDefault(kind, 0L)));
        return since;
    }
}
