package io.precinct.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The load generator wrk with one thread: a client in C, which uses little of the CPU it shares with the server.
 *
 * @param program its path or name
 * @param libraries the folder of its own libraries, or null if it is installed
 * @param folder folder for its scripts
 * @param version the version that it prints
 * @param origin the source from which it was installed
 */
record Wrk(String program, @Nullable Path libraries, Path folder, String version, String origin) implements LoadClient {
    private static final List<String> PACKAGES = List.of("wrk", "libluajit-5.1-2");
    private static final Pattern RESULT =
            Pattern.compile("result (\\d+) requests in (\\d+) us, (\\d+) refused, (\\d+) broken");

    /** A script for a summary that can be parsed and includes errors, unlike wrk's own. */
    private static final String SUMMARY = """
        function done(summary, latency, requests)
          local e = summary.errors
          io.write(string.format("result %d requests in %d us, %d refused, %d broken\\n",
            summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout))
        end
        """;

    /** The wrk on the path, else Debian's, unpacked into {@code folder} without installing it; or null. */
    static @Nullable Wrk find(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        String installed = version("wrk", null);
        if (installed != null) {
            return new Wrk("wrk", null, folder, installed, "installed");
        }
        Wrk unpacked = unpacked(folder);
        if (unpacked != null) {
            return unpacked;
        }
        var download = new ArrayList<>(List.of("apt-get", "download", "-qq"));
        download.addAll(PACKAGES);
        if (!run(folder, download)) {
            return null;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path archive :
                    files.filter(file -> file.toString().endsWith(".deb")).toList()) {
                run(folder, List.of("dpkg-deb", "-x", archive.toString(), "."));
            }
        }
        return unpacked(folder);
    }

    private static @Nullable Wrk unpacked(Path folder) throws IOException, InterruptedException {
        Path program = folder.resolve("usr/bin/wrk");
        if (!Files.isExecutable(program)) {
            return null;
        }
        Path libraries = folder.resolve("usr/lib");
        try (Stream<Path> below = Files.walk(libraries)) {
            libraries = below.filter(file -> file.getFileName().toString().startsWith("libluajit"))
                    .findFirst()
                    .map(Path::getParent)
                    .orElse(libraries);
        }
        String version = version(program.toString(), libraries);
        return version == null
                ? null
                : new Wrk(program.toString(), libraries, folder, version, "Debian's, unpacked below target/");
    }

    /**
     * The first line of its output, or null if it does not run; its exit code is an error even with {@code --version}.
     */
    private static @Nullable String version(String program, @Nullable Path libraries)
            throws IOException, InterruptedException {
        try {
            Process process = process(List.of(program, "--version"), libraries).start();
            String first = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("");
            process.waitFor();
            int bracket = first.indexOf(" [");
            return first.startsWith("wrk ") ? first.substring(0, bracket < 0 ? first.length() : bracket) : null;
        } catch (IOException e) {
            return null; // there is no such program
        }
    }

    /** Whether the command succeeded. */
    private static boolean run(Path folder, List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            return ended && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // not a Debian
        }
    }

    @Override
    public String name() {
        return version + " (" + origin + "), one thread";
    }

    @Override
    public Outcome send(Message message, int connections, int seconds) throws IOException, InterruptedException {
        Path body = Files.write(folder.resolve("body"), message.body());
        Path script = Files.writeString(folder.resolve("script.lua"), script(body, message.headers()));
        Process process = process(
                        List.of(
                                program,
                                "-t1",
                                "-c" + connections,
                                "-d" + seconds + "s",
                                "--timeout",
                                "30s",
                                "-s",
                                script.toString(),
                                message.target().toString()),
                        libraries)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Matcher result = RESULT.matcher(output);
        if (!result.find() || Long.parseLong(result.group(3)) + Long.parseLong(result.group(4)) > 0) {
            throw new IOException("wrk at " + message.target() + ": " + output);
        }
        long requests = Long.parseLong(result.group(1));
        return new Outcome(requests, requests / (Long.parseLong(result.group(2)) / 1e6));
    }

    private static String script(Path body, List<String> headers) {
        var script = new StringBuilder("wrk.method = \"POST\"\nlocal file = io.open(\"" + body
                + "\", \"rb\")\nwrk.body = file:read(\"*a\")\nfile:close()\n");
        var lines = new ArrayList<>(List.of("Content-Type: application/json", "Accept: application/json"));
        lines.addAll(headers);
        lines.forEach(line -> script.append("wrk.headers[\"")
                .append(line, 0, line.indexOf(':'))
                .append("\"] = \"")
                .append(line.substring(line.indexOf(':') + 1).strip())
                .append("\"\n"));
        return script.append(SUMMARY).toString();
    }

    private static ProcessBuilder process(List<String> command, @Nullable Path libraries) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        if (libraries != null) {
            builder.environment().put("LD_LIBRARY_PATH", libraries.toString());
        }
        return builder;
    }
}
