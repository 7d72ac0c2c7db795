package io.precinct.launcher.mcp;

import java.io.PrintStream;

/** The lines that the client reads. Thread-safe: lines are never mixed. */
final class Output {
    private final PrintStream out;
    private final Runnable whenGone;

    /** @param whenGone is run if nobody reads the lines any more */
    Output(PrintStream out, Runnable whenGone) {
        this.out = out;
        this.whenGone = whenGone;
    }

    void say(String line) {
        boolean gone;
        synchronized (this) {
            out.print(line + '\n');
            gone = out.checkError(); // flushes
        }
        if (gone) {
            whenGone.run();
        }
    }
}
