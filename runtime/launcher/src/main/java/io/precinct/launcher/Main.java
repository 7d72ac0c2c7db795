package io.precinct.launcher;

import io.precinct.launcher.command.CommandLine;

/** Entry point of the process. */
public final class Main {
    private static final int FAILED = 1;
    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";

    /**
     * More than there are processors: where others want them too, such as a database on the same machine, the operating
     * system now and then sets a carrier aside for some milliseconds, and what waits for it would wait as long. Two more
     * took a fifth off the slowest answers of lists of cases; six more took no more off and cost more throughput.
     */
    private static final int SPARE_CARRIERS = 2;

    private Main() {}

    public static void main(String[] args) {
        if (System.getProperty(CARRIERS) == null) {
            int carriers = java.lang.Runtime.getRuntime().availableProcessors() + SPARE_CARRIERS;
            System.setProperty(CARRIERS, Integer.toString(carriers));
        }
        Console console = Console.ofThisProcess();
        int code = FAILED;
        try {
            code = new CommandLine(console, Installation.ofThisProcess()).execute(args);
        } catch (RuntimeException | Error e) {
            console.progress("this is a defect, please report it with what follows");
            e.printStackTrace(console.err());
        }
        System.exit(code); // whatever threads a bundle may have left behind
    }
}
