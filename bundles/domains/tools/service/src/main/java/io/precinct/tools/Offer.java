package io.precinct.tools;

/** The tools that an address offers. */
enum Offer {
    /** All tools. */
    ALL(
            "/mcp",
            "",
            "This is where programs with a language model use this service: its tools, over the Model Context Protocol."),
    /** Operations that change nothing, for programs that must not change anything. */
    READING(
            "/mcp/readonly",
            " --read-only",
            "This is where programs with a language model read from this service: those operations of its tools that"
                    + " change nothing, over the Model Context Protocol.");

    private final String path;
    private final String option;
    private final String sentence;

    Offer(String path, String option, String sentence) {
        this.path = path;
        this.option = option;
        this.sentence = sentence;
    }

    /** Returns the path of the address. */
    String path() {
        return path;
    }

    /** Returns the option, after a space, by which {@code precinct mcp} makes the same offer; empty if it does so anyway. */
    String option() {
        return option;
    }

    /** Returns a sentence that says to people what the address is. */
    String sentence() {
        return sentence;
    }
}
