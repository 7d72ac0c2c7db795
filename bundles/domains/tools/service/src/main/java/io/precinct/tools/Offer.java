package io.precinct.tools;

/** Which tools an address offers. */
enum Offer {
    /** All of them. */
    ALL("/mcp"),
    /** What changes nothing, for programs that must not. */
    READING("/mcp/readonly");

    private final String path;

    Offer(String path) {
        this.path = path;
    }

    /** Where it is offered. */
    String path() {
        return path;
    }
}
