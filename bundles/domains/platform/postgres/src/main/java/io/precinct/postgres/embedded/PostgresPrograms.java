package io.precinct.postgres.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the programs of PostgreSQL.
 *
 * @param home folder with {@code bin}, {@code lib} and {@code share}
 */
record PostgresPrograms(Path home) {
    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");

    /** Returns the command line of a program. */
    List<String> command(String program, Account account) {
        List<String> command = new ArrayList<>(account.prefix());
        command.add(home.resolve("bin").resolve(program).toString());
        return command;
    }

    /**
     * Prepares a process without variables that could mislead the program, or make its messages differ between
     * machines.
     */
    static ProcessBuilder process(List<String> command, Path folder) {
        var process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        Map<String, String> environment = process.environment();
        environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_") || name.equals("LANG"));
        environment.put("LC_ALL", "C");
        environment.put("TZ", "UTC");
        return process;
    }

    /** Thrown if a program ends with an exit code other than 0. */
    static final class Failed extends IOException {
        private static final long serialVersionUID = 1L;

        private final String printed;

        Failed(List<String> command, int exit, String printed) {
            super(command + " ended with " + exit + ": " + printed);
            this.printed = printed;
        }

        /** Returns the output of the program. */
        String printed() {
            return printed;
        }
    }

    /** Runs a program to its end and returns its output. */
    static String run(List<String> command, Path folder) throws IOException, InterruptedException {
        Process process = process(command, folder).start();
        process.getOutputStream().close();
        return finish(command, process);
    }

    /** As {@link #run}, but the program also ends if this process ends first. */
    static String runGuarded(List<String> command, Path folder) throws IOException, InterruptedException {
        GuardedProcess guarded = GuardedProcess.start(command, folder);
        try (var open = guarded.shell().getOutputStream()) {
            return finish(command, guarded.shell());
        }
    }

    private static String finish(List<String> command, Process process) throws IOException, InterruptedException {
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new Failed(command, exit, printed.strip());
        }
        return printed;
    }

    /** Returns the major version, such as 18. */
    int version() throws IOException, PostgresUnusable, InterruptedException {
        Path postgres = home.resolve("bin/postgres");
        if (!Files.isExecutable(postgres)) {
            throw new PostgresUnusable("there is no PostgreSQL in " + home
                    + ": unpack the distribution for this platform, or name an external database in cases.yml");
        }
        String printed = run(List.of(postgres.toString(), "--version"), home);
        Matcher matcher = VERSION.matcher(printed);
        if (!matcher.find()) {
            throw new PostgresUnusable(postgres + " does not say its version but: " + printed.strip());
        }
        return Integer.parseInt(matcher.group(1));
    }
}
