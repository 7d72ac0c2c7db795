package io.precinct.build.compile;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** The compiler of the running JDK, in this process. */
final class Javac {
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    /**
     * Compiles sources.
     *
     * @param sources the files; other sources are not read
     * @param path the class path
     * @param processors the path of compiler plug-ins, empty for none
     * @param output the folder for the classes
     * @param more further options
     * @return warnings
     */
    List<String> compile(
            Collection<Path> sources, List<Path> path, List<Path> processors, Path output, List<String> more)
            throws CompilationException {
        var problems = new DiagnosticCollector<JavaFileObject>();
        var said = new StringWriter();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(problems, Locale.ROOT, StandardCharsets.UTF_8)) {
            Files.createDirectories(output);
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, path);
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
            if (!processors.isEmpty()) {
                files.setLocationFromPaths(StandardLocation.ANNOTATION_PROCESSOR_PATH, processors);
            }
            List<String> options = new ArrayList<>(List.of("-g", "-parameters", "--release", "25", "-implicit:none"));
            options.add(processors.isEmpty() ? "-proc:none" : "-Xlint:-options");
            options.addAll(more);
            boolean done = compiler.getTask(
                            said, files, problems, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            if (!done) {
                throw new CompilationException(text(problems, said, Diagnostic.Kind.ERROR));
            }
            return text(problems, said, Diagnostic.Kind.WARNING).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(DiagnosticCollector<JavaFileObject> problems, StringWriter said, Diagnostic.Kind kind) {
        List<String> lines = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> problem : problems.getDiagnostics()) {
            if (problem.getKind() == kind) {
                JavaFileObject source = problem.getSource();
                String place = source == null ? "" : source.getName() + ":" + problem.getLineNumber() + ": ";
                lines.add(place + problem.getMessage(Locale.ROOT));
            }
        }
        lines.add(said.toString());
        return String.join("\n", lines).strip();
    }
}
