package io.precinct.itests.blackbox;

import io.precinct.itests.support.Distribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A git repository with a working tree. */
record GitFolder(Path path) {
    /** Creates an empty repository with a branch {@code main}. */
    static GitFolder init(Path path) {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var folder = new GitFolder(path);
        folder.git("init", "-q", "-b", "main");
        return folder;
    }

    /** Creates a repository with some folders and files of the checkout, under the same paths. */
    static GitFolder ofCheckout(Path path, String... parts) {
        var folder = init(path);
        Path root = Path.of(System.getProperty("precinct.root"));
        for (String part : parts) {
            try {
                Path target = path.resolve(part);
                Files.createDirectories(target.getParent());
                if (Files.isDirectory(root.resolve(part))) {
                    Distribution.copyTree(root.resolve(part), target);
                } else {
                    Files.copy(root.resolve(part), target);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        folder.commit("as it is");
        return folder;
    }

    GitFolder write(String file, String text) {
        return write(file, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    GitFolder write(String file, byte[] content) {
        try {
            Path target = path.resolve(file);
            Files.createDirectories(target.getParent());
            Files.write(target, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Commits everything; returns the id. */
    String commit(String message) {
        git("add", "-A");
        git("commit", "-q", "-m", message);
        return git("rev-parse", "HEAD").strip();
    }

    /** Runs git here and returns what it printed. */
    String git(String... arguments) {
        var command = new ArrayList<>(List.of(
                "git",
                "-c",
                "user.name=Ada",
                "-c",
                "user.email=ada@example.org",
                "-c",
                "core.autocrlf=false",
                "-c",
                "commit.gpgsign=false"));
        command.addAll(List.of(arguments));
        try {
            var builder = new ProcessBuilder(command).directory(path.toFile()).redirectErrorStream(true);
            builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
            Process git = builder.start();
            String out = new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            if (!git.waitFor(60, TimeUnit.SECONDS) || git.exitValue() != 0) {
                throw new IllegalStateException(command + " failed: " + out);
            }
            return out;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
