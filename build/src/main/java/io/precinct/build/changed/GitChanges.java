package io.precinct.build.changed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The differences between a checkout and a commit, from git. */
public final class GitChanges {
    private final Path root;

    /** The checkout in a folder. */
    public GitChanges(Path root) {
        this.root = root;
    }

    /** The default base of a change: the point at which this branch left {@code origin/main}, else the last commit. */
    public String usual() {
        Answer base = git("merge-base", "HEAD", "origin/main");
        return base.exit == 0 ? base.text.strip() : "HEAD";
    }

    /**
     * The files that differ from a commit, including removed and new ones, relative to the checkout.
     *
     * @throws IllegalArgumentException if there is no such commit
     */
    public Set<String> since(String ref) {
        Answer commit = git("rev-parse", "--verify", "--quiet", ref + "^{commit}");
        if (commit.exit != 0) {
            throw new IllegalArgumentException("git knows no commit " + ref);
        }
        Set<String> files = new TreeSet<>();
        files.addAll(names(git("diff", "--name-only", "--no-renames", "-z", commit.text.strip(), "--")));
        files.addAll(names(git("ls-files", "--others", "--exclude-standard", "-z")));
        return files;
    }

    private static List<String> names(Answer answer) {
        if (answer.exit != 0) {
            throw new IllegalStateException("git failed: " + answer.text);
        }
        return Arrays.stream(answer.text.split("\0"))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private Answer git(String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(process.waitFor(), text);
        } catch (IOException e) {
            throw new UncheckedIOException("git: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private record Answer(int exit, String text) {}
}
