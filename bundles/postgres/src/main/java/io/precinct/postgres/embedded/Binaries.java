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
 * The programs of PostgreSQL.
 *
 * @param home folder with {@code bin}, {@code lib} and {@code share}
 */
record Binaries(Path home) {
    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");
    private static final int ROOT = 0;

    /** The command line of a program. PostgreSQL refuses to run as root, so root runs it as a user without rights. */
    List<String> command(String program, Path owned) throws IOException {
        List<String> command = new ArrayList<>();
        if (Integer.valueOf(ROOT).equals(Files.getAttribute(owned, "unix:uid"))) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(home.resolve("bin").resolve(program).toString());
        return command;
    }

    /** What may mislead a program, or make its messages differ from machine to machine, is left out. */
    static ProcessBuilder process(List<String> command, Path folder) {
        var process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        Map<String, String> environment = process.environment();
        environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_") || name.equals("LANG"));
        environment.put("LC_ALL", "C");
        environment.put("TZ", "UTC");
        return process;
    }

    /** Runs a program to its end and returns what it printed. */
    static String run(List<String> command, Path folder) throws IOException, InterruptedException {
        Process process = process(command, folder).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException(command + " ended with " + exit + ": " + printed.strip());
        }
        return printed;
    }

    /** The major version, say 18. */
    int version() throws IOException, Unusable, InterruptedException {
        Path postgres = home.resolve("bin/postgres");
        if (!Files.isExecutable(postgres)) {
            throw new Unusable("there is no PostgreSQL in " + home
                    + ": unpack the distribution for this platform, or name an external database in cases.yml");
        }
        String printed = run(List.of(postgres.toString(), "--version"), home);
        Matcher matcher = VERSION.matcher(printed);
        if (!matcher.find()) {
            throw new Unusable(postgres + " does not say its version but: " + printed.strip());
        }
        return Integer.parseInt(matcher.group(1));
    }
}
