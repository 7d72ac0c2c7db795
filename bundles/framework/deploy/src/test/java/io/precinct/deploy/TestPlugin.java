package io.precinct.deploy;

import aQute.bnd.osgi.Builder;
import aQute.bnd.osgi.Jar;
import io.precinct.api.boundary.Boundary;
import io.precinct.core.api.deploy.Deployments;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Component;

/** A plug-in made for a test: compiled and packed as an author would, with bnd. */
public final class TestPlugin {
    private static final List<Class<?>> COMPILE_AGAINST =
            List.of(Boundary.class, Deployments.class, Component.class, BundleContext.class);

    private final String name;
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<String> left = new ArrayList<>();

    /** A plug-in without content. */
    public TestPlugin(String name, String version) {
        this.name = name;
        header("Bundle-SymbolicName", name);
        header("Bundle-Version", version);
        header("-noextraheaders", "true");
        header("-noimportjava", "true");
        header("-reproducible", "true");
    }

    /** A boundary {@code <boundary>} that answers {@code {"says": "<word>"}}. */
    public static TestPlugin saying(String name, String version, String boundary, String word) {
        return new TestPlugin(name, version).source("Says", boundarySource("Says", boundary, word));
    }

    /** A gate that passes everything; no chain is complete without a gate. */
    public static TestPlugin gate() {
        return new TestPlugin("a.gate", "1.0.0").source("Gate", """
                import io.precinct.api.boundary.*;
                import org.osgi.service.component.annotations.*;

                @Component
                @BoundaryName("enforce_denials")
                public final class Gate implements Boundary {
                    public Declaration declaration() { return Declaration.gate().build(); }
                    public Outcome cross(Input input) { return Reply.ok(input.payload()); }
                }
                """);
    }

    /** The source of {@link #saying}. */
    public static String boundarySource(String type, String boundary, String word) {
        return """
                import io.precinct.api.boundary.*;
                import java.util.Map;
                import org.osgi.service.component.annotations.*;

                @Component
                @BoundaryName("%2$s")
                public final class %1$s implements Boundary {
                    @Override
                    public Declaration declaration() {
                        return Declaration.terminal().writes("says", true).build();
                    }

                    @Override
                    public Outcome cross(Input input) {
                        return Reply.ok(Map.of("says", "%3$s"));
                    }
                }
                """.formatted(type, boundary, word);
    }

    /** Adds a class of the package {@code plugin}; its text starts after the package statement. */
    public TestPlugin source(String type, String text) {
        sources.put(type, "package plugin;\n" + text);
        return this;
    }

    /** Sets a manifest header, or an instruction of bnd. */
    public TestPlugin header(String key, String value) {
        headers.put(key, value);
        return this;
    }

    /** Leaves an entry out of the jar. */
    public TestPlugin without(String entry) {
        left.add(entry);
        return this;
    }

    /** The jar, written to {@code file}. */
    public Path jar(Path file) {
        try {
            Path work = Files.createTempDirectory(file.toAbsolutePath().getParent(), ".plugin-");
            Path classes = compile(work);
            pack(classes, file);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path compile(Path work) throws IOException {
        Path classes = Files.createDirectories(work.resolve("classes"));
        if (sources.isEmpty()) {
            return classes;
        }
        Path folder = Files.createDirectories(work.resolve("src/plugin"));
        List<String> arguments =
                new ArrayList<>(List.of("-d", classes.toString(), "-proc:none", "-nowarn", "-cp", classPath()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve(source.getKey() + ".java");
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        if (code != 0) {
            throw new IllegalStateException("the sources of " + name + " do not compile");
        }
        return classes;
    }

    private void pack(Path classes, Path file) throws IOException {
        try (var builder = new Builder()) {
            headers.forEach(builder::setProperty);
            if (!sources.isEmpty() && !headers.containsKey("Private-Package")) {
                builder.setProperty("Private-Package", "plugin");
            }
            builder.addClasspath(classes.toFile());
            for (Class<?> type : COMPILE_AGAINST) {
                builder.addClasspath(codeOf(type).toFile());
            }
            try (Jar jar = builder.build()) {
                if (!builder.isOk()) {
                    throw new IllegalStateException(String.join("\n", builder.getErrors()));
                }
                left.forEach(jar::remove);
                jar.write(file.toFile());
            }
        } catch (RuntimeException | IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("packing " + name + " failed", e);
        }
    }

    private static String classPath() {
        return COMPILE_AGAINST.stream()
                .map(type -> codeOf(type).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The location that a class was loaded from. */
    public static Path codeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
