package io.precinct.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The floors of live source: a C program on tree-sitter's core, which is compiled here, ast-grep and ripgrep. The tools
 * are downloaded as npm packages, by name, into a folder that is kept.
 *
 * @param c the compiled C program
 * @param query the query for declarations of the product's own Java grammar
 * @param astGrep the program ast-grep
 * @param ripgrep the program rg
 */
record SourceFloors(Path c, Path query, Path astGrep, Path ripgrep) {
    private static final String CORE = "tree-sitter@0.25.1";
    private static final String GRAMMAR = "tree-sitter-java@0.23.4";
    private static final String AST_GREP = "@ast-grep/cli@0.40.4";
    private static final String RIPGREP = "1.18.0";
    private static final Pattern TIMES = Pattern.compile("(\\d+)m([0-9.]+)s (\\d+)m([0-9.]+)s");

    /** The node types of declarations in the grammar. */
    private static final List<String> DECLARATIONS = List.of(
            "class_declaration",
            "interface_declaration",
            "enum_declaration",
            "record_declaration",
            "annotation_type_declaration",
            "method_declaration",
            "constructor_declaration",
            "field_declaration");

    /** Downloads and compiles them. */
    static SourceFloors make(Path downloads, Path work, Path distribution) throws Exception {
        Path core = unpacked(downloads, CORE).resolve("vendor/tree-sitter/lib");
        Path grammar = unpacked(downloads, GRAMMAR).resolve("src");
        Path source = work.resolve("floor.c");
        try (InputStream in =
                Objects.requireNonNull(SourceFloors.class.getResourceAsStream("/floor.c"), "floor.c is missing")) {
            Files.copy(in, source);
        }
        Path program = work.resolve("floor");
        SourceCorpus.execute(List.of(
                "cc",
                "-O3",
                "-DNDEBUG",
                "-D_DEFAULT_SOURCE",
                "-std=c11",
                "-I" + core.resolve("include"),
                "-I" + core.resolve("src"),
                "-I" + grammar,
                "-o",
                program.toString(),
                source.toString(),
                core.resolve("src/lib.c").toString(),
                grammar.resolve("parser.c").toString()));
        return new SourceFloors(
                program, query(distribution, work.resolve("facts.scm")), astGrep(downloads), ripgrep(downloads));
    }

    private static Path unpacked(Path downloads, String name) throws Exception {
        Path folder = downloads.resolve(name.replace('/', '_'));
        if (!Files.exists(folder)) {
            Path part = Files.createDirectories(downloads.resolve(name.replace('/', '_') + ".part"));
            SourceCorpus.execute(List.of(
                    "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", part.toString(), name));
            try (Stream<Path> packed = Files.list(part)) {
                Path archive = packed.filter(file -> file.toString().endsWith(".tgz"))
                        .findFirst()
                        .orElseThrow();
                SourceCorpus.execute(List.of("tar", "-xzf", archive.toString(), "-C", part.toString()));
            }
            Files.move(part, folder);
        }
        return folder.resolve("package");
    }

    private static Path ripgrep(Path downloads) throws Exception {
        String machine = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
        return unpacked(downloads, "@vscode/ripgrep-linux-" + machine + "@" + RIPGREP)
                .resolve("bin/rg");
    }

    private static Path astGrep(Path downloads) throws Exception {
        Path folder = downloads.resolve(AST_GREP.replace('/', '_'));
        if (!Files.exists(folder)) {
            Path part = Files.createDirectories(downloads.resolve("ast-grep.part"));
            SourceCorpus.execute(List.of(
                    "npm",
                    "install",
                    "--prefix",
                    part.toString(),
                    "--ignore-scripts",
                    "--no-audit",
                    "--no-fund",
                    "--no-package-lock",
                    AST_GREP));
            Files.move(part, folder);
        }
        // The binary is in the package for this platform, because the script that would copy it was not run.
        try (Stream<Path> packages = Files.list(folder.resolve("node_modules/@ast-grep"))) {
            return packages.filter(platform -> !platform.endsWith("cli"))
                    .map(platform -> platform.resolve("ast-grep"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("npm has no " + AST_GREP + " for this platform"));
        }
    }

    /** The query by which the product's own grammar finds declarations, extended by all comments. */
    private static Path query(Path distribution, Path target) throws IOException {
        try (Stream<Path> bundles = Files.list(distribution.resolve("bundles"))) {
            for (Path bundle : bundles.toList()) {
                String text = symbols(bundle);
                if (text != null) {
                    return Files.writeString(target, text + "\n(line_comment) @comment\n(block_comment) @comment\n");
                }
            }
        }
        throw new IllegalStateException("no bundle of " + distribution + " holds the symbols.scm of Java");
    }

    private static @Nullable String symbols(Path bundle) throws IOException {
        try (var zip = new ZipFile(bundle.toFile())) {
            ZipEntry entry = zip.stream()
                    .filter(one -> one.getName().endsWith("/java/symbols.scm"))
                    .findFirst()
                    .orElse(null);
            if (entry == null) {
                return null;
            }
            try (InputStream in = zip.getInputStream(entry)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    /** CPU seconds of parsing and querying every file of the list. */
    double parseAndQuery(Path list) throws Exception {
        return cpu(list, List.of(c.toString(), query.toString()));
    }

    /** CPU seconds of ast-grep for the same declarations. */
    double scan(Path folder, Path work) throws Exception {
        var rule = new StringBuilder("id: declarations\nlanguage: Java\nrule:\n  any:\n");
        DECLARATIONS.forEach(kind -> rule.append("    - kind: ").append(kind).append('\n'));
        Path file = Files.writeString(work.resolve("declarations.yml"), rule);
        return cpu(
                Path.of("/dev/null"),
                List.of(astGrep.toString(), "scan", "--json=stream", "--rule", file.toString(), folder.toString()));
    }

    /** CPU seconds of ast-grep for a pattern. */
    double search(Path folder, String pattern) throws Exception {
        return cpu(
                Path.of("/dev/null"),
                List.of(
                        astGrep.toString(),
                        "run",
                        "--lang",
                        "java",
                        "--json=stream",
                        "--pattern",
                        pattern,
                        folder.toString()));
    }

    // The CPU time of a command, user and system, as the shell reports it.
    static double cpu(Path input, List<String> command) throws Exception {
        var all = new ArrayList<>(List.of("sh", "-c", "\"$@\" >/dev/null || exit; times", "sh"));
        all.addAll(command);
        Process process = new ProcessBuilder(all)
                .redirectInput(input.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed with " + process.exitValue());
        }
        Matcher times = TIMES.matcher(output.lines().skip(1).findFirst().orElse(""));
        if (!times.matches()) {
            throw new IllegalStateException("the shell's times are not understood: " + output);
        }
        double minutes = Integer.parseInt(times.group(1)) + Integer.parseInt(times.group(3));
        double seconds = Double.parseDouble(times.group(2)) + Double.parseDouble(times.group(4));
        System.err.printf(Locale.ROOT, "%.2f s CPU: %s%n", minutes * 60 + seconds, command);
        return minutes * 60 + seconds;
    }
}
