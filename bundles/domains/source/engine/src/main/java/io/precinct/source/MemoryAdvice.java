package io.precinct.source;

/** What this process may use, for those who have to give it more. */
final class MemoryAdvice {
    private static final long MEGABYTE = 1L << 20;

    private MemoryAdvice() {}

    /** What to do where it is not enough. */
    static String advice() {
        return "it does not fit into " + Runtime.getRuntime().maxMemory() / MEGABYTE
                + " MB of memory: give the service more (PRECINCT_HEAP=2g), or serve less of it (grammars,"
                + " limits.parsed_bytes)";
    }
}
