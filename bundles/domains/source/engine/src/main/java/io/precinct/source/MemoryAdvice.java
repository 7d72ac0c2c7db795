package io.precinct.source;

/** How much memory this process may use, for operators who have to raise it. */
final class MemoryAdvice {
    private static final long MEGABYTE = 1L << 20;

    private MemoryAdvice() {}

    /** What to do if it is not enough. */
    static String advice() {
        return "it does not fit into " + Runtime.getRuntime().maxMemory() / MEGABYTE
                + " MB of memory: give the service more (PRECINCT_HEAP=2g), or serve less of it (grammars,"
                + " limits.parsed_bytes)";
    }
}
