package io.precinct.tools;

/** The tools that an address offers. */
enum Offer {
    /** All tools. */
    ALL("/mcp"),
    /** Operations that change nothing, for programs that must not change anything. */
    READING("/mcp/readonly");

    private final String path;

    Offer(String path) {
        this.path = path;
    }

    /** Returns the path of the address. */
    String path() {
        return path;
    }
}
