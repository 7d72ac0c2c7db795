package io.precinct.itests.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The terminal in which a reader follows the guide. It stays in the folder where the last command left it. */
final class GuideShell {
    /** Time limit of a command: enough for a build that downloads everything over a slow connection. */
    private static final long MINUTES = 10;

    private final Map<String, String> environment;
    private Path folder;

    GuideShell(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /** The result of a command. */
    record Result(int exit, String out, String err) {
        @Override
        public String toString() {
            return "exit " + exit + "\n" + out + "\n" + err;
        }
    }

    /** Puts a program into a folder of the path, under this name. */
    static void command(Path bin, String name, Path program) throws IOException {
        Path script = Files.writeString(bin.resolve(name), "#!/bin/sh\nexec '" + program + "' \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path folder() {
        return folder;
    }

    /** Runs commands exactly as written, and stops at the first one that fails. */
    Result run(String commands) {
        // The last printed line is the folder in which the commands left the terminal; it is not part of their output.
        String script = "set -e\n" + commands + "\necho\npwd\n";
        Result result = execute(folder, environment, List.of("sh", "-c", script));
        if (result.exit() != 0) {
            return result;
        }
        int last = result.out().stripTrailing().lastIndexOf('\n') + 1;
        folder = Path.of(result.out().substring(last).strip());
        return new Result(0, result.out().substring(0, last), result.err());
    }

    static Result execute(Path folder, Map<String, String> environment, List<String> command) {
        try {
            Path out = Files.createTempFile("guide", ".out");
            Path err = Files.createTempFile("guide", ".err");
            var builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                throw new AssertionError("not done within " + MINUTES + " minutes: " + command + "\n"
                        + Files.readString(out) + Files.readString(err));
            }
            var result = new Result(process.exitValue(), Files.readString(out), Files.readString(err));
            Files.delete(out);
            Files.delete(err);
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
