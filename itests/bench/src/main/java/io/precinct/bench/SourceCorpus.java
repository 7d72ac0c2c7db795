package io.precinct.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Java files of the JDK's own sources, in a folder and in a git repository.
 *
 * @param folder the files
 * @param repository a bare repository with the same files
 * @param paths paths of the files in both
 * @param bytes size of all files together
 */
record SourceCorpus(Path folder, Path repository, List<String> paths, long bytes) {
    private static final int FILES = 9_000;

    /** Makes the corpus in an empty folder. */
    static SourceCorpus make(Path work) throws Exception {
        Path sources = Path.of(System.getProperty("java.home"), "lib", "src.zip");
        if (!Files.exists(sources)) {
            throw new IllegalStateException(sources + " is missing: this JDK came without its sources; install them"
                    + " (Debian: apt install openjdk-25-source) or use another build of JDK 25");
        }
        var files = Files.createDirectories(work.resolve("files"));
        var paths = new ArrayList<String>();
        long bytes = 0;
        try (var zip = new ZipFile(sources.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (paths.size() < FILES && entry.getName().endsWith(".java")) {
                    Path file = files.resolve(entry.getName());
                    Files.createDirectories(file.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        bytes += Files.copy(in, file);
                    }
                    paths.add(entry.getName());
                }
            }
        }
        Path repository = work.resolve("jdk.git");
        execute(List.of("git", "init", "-q", "--bare", "-b", "main", repository.toString()));
        var corpus = new SourceCorpus(files, repository, List.copyOf(paths), bytes);
        corpus.commit(paths, "", "JDK");
        // fast-import makes poor deltas between neighbouring files; a real server sends well packed repositories.
        execute(List.of("git", "-C", repository.toString(), "repack", "-adfq"));
        return corpus;
    }

    /** Commits these files anew with a line added to each. */
    void commit(List<String> changed, String added, String message) throws Exception {
        boolean first = message.equals("JDK");
        Process git = new ProcessBuilder("git", "-C", repository.toString(), "fast-import", "--quiet", "--force")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (OutputStream out = new BufferedOutputStream(git.getOutputStream(), 1 << 20)) {
            write(out, "commit refs/heads/main\ncommitter bench <bench@localhost> 1700000000 +0000\n");
            data(out, message.getBytes(StandardCharsets.UTF_8));
            if (!first) {
                write(out, "from refs/heads/main^0\n");
            }
            for (String path : changed) {
                write(out, "M 100644 inline " + path + "\n");
                byte[] content = Files.readAllBytes(folder.resolve(path));
                data(out, (new String(content, StandardCharsets.UTF_8) + added).getBytes(StandardCharsets.UTF_8));
            }
        }
        if (git.waitFor() != 0) {
            throw new IllegalStateException("git fast-import failed with " + git.exitValue());
        }
    }

    static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    static void data(OutputStream out, byte[] content) throws IOException {
        write(out, "data " + content.length + "\n");
        out.write(content);
        out.write('\n');
    }

    /** Writes a list of all files on disk, one per line. */
    Path list(Path target) throws IOException {
        return Files.write(
                target,
                paths.stream().map(path -> folder.resolve(path).toString()).toList());
    }

    /**
     * Runs a command and returns its output. If the command fails, the message of the exception contains the output.
     */
    static String execute(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(
                    String.join(" ", command) + " failed with " + process.exitValue() + ":\n" + output);
        }
        return output;
    }
}
