package io.precinct.configuration.compare.diff;

/** JSON pointers (RFC 6901). */
public final class Pointer {
    private Pointer() {}

    /** A member of what the pointer leads to. */
    public static String member(String pointer, String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    /** An element of what the pointer leads to. */
    static String element(String pointer, int index) {
        return pointer + "/" + index;
    }
}
