package io.precinct.source.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A working copy that the real {@code git} works in, so that a test can hold answers against those of git. */
public final class GitFolder {
    private final Path folder;
    private long second = 1_000_000_000;

    /** A new one, its HEAD on {@code main}. */
    public GitFolder(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        git("init", "-q", "-b", "main");
    }

    public Path folder() {
        return folder;
    }

    public GitFolder write(String path, String text) {
        try {
            Path file = folder.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Commits all files, a minute after the commit before; returns the id. */
    public String commit(String message) {
        return commit(message, second + 60);
    }

    /** Commits all files at a second since the epoch; returns the id. */
    public String commit(String message, long at) {
        second = at;
        git("add", "-A");
        git("commit", "-q", "--allow-empty", "-m", message);
        return head();
    }

    public String head() {
        return git("rev-parse", "HEAD").getFirst();
    }

    /** Runs git, which has to succeed; returns the lines that it writes. */
    public List<String> git(String... arguments) {
        var command = new ArrayList<String>(List.of("git", "-c", "core.quotePath=false"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "GIT_CONFIG_GLOBAL", "/dev/null",
                        "GIT_CONFIG_NOSYSTEM", "1",
                        "GIT_AUTHOR_NAME", "Ada",
                        "GIT_AUTHOR_EMAIL", "ada@example.org",
                        "GIT_AUTHOR_DATE", second + " +0200",
                        "GIT_COMMITTER_NAME", "Grace",
                        "GIT_COMMITTER_EMAIL", "grace@example.org",
                        "GIT_COMMITTER_DATE", second + " +0000"));
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new AssertionError(command + " ended with " + status + ": " + output);
            }
            return output.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
