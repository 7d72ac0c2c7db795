package io.precinct.itests.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Builds plug-in bundles from Java source while a test runs. The source is compiled by the JDK; manifest and component
 * descriptions are written by hand, so that broken ones can be made, too. Not thread-safe.
 */
public final class PluginJar {
    private static final String IMPORTS = String.join(
            ",",
            List.of("boundary", "data", "envelope", "shape", "config", "format", "service").stream()
                    .map(name -> "io.precinct.api." + name + ";version=\"[1.0,2)\"")
                    .toList());

    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, byte[]> resources = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<String> components = new ArrayList<>();

    private PluginJar(String bundle, String version) {
        headers.put("Bundle-ManifestVersion", "2");
        headers.put("Bundle-SymbolicName", bundle);
        headers.put("Bundle-Version", version);
        headers.put("Import-Package", IMPORTS);
        headers.put(
                "Require-Capability",
                "osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=25))\","
                        + "osgi.extender;filter:=\"(&(osgi.extender=osgi.component)(version>=1.4.0)(!(version>=2.0.0)))\"");
    }

    /** A bundle of this symbolic name and version, so far without content. */
    public static PluginJar of(String bundle, String version) {
        return new PluginJar(bundle, version);
    }

    /**
     * A bundle of one boundary that answers {@code {"generation": …}}.
     *
     * @param boundary name of the boundary; the bundle is called {@code test.<boundary>}
     * @param generation the text that it answers
     * @param millis how long each of its requests takes
     */
    public static PluginJar answering(String boundary, String version, String generation, int millis) {
        String type = "P" + Integer.toHexString((boundary + generation).hashCode());
        String wait = millis == 0 ? "" : "Thread.sleep(" + millis + ");";
        return of("test." + boundary, version)
                .boundary(boundary, "test." + type, """
                        package test;
                        import io.precinct.api.boundary.*;
                        import io.precinct.api.data.Data;
                        public final class %s implements Boundary {
                            public Declaration declaration() {
                                return Declaration.terminal().writes("generation", true).build();
                            }
                            public Outcome cross(Input input) throws Exception {
                                %s
                                return Reply.ok(Data.map("generation", "%s"));
                            }
                        }
                        """.formatted(type, wait, generation));
    }

    /** Adds a class by its source. */
    public PluginJar source(String type, String source) {
        sources.put(type, source);
        return this;
    }

    /** Adds a boundary: its class and the component that registers it. */
    public PluginJar boundary(String name, String type, String source) {
        headers.merge(
                "Provide-Capability", "precinct.boundary;precinct.boundary=\"" + name + "\"", (a, b) -> a + "," + b);
        return source(type, source)
                .component(type, "io.precinct.api.boundary.Boundary", "precinct.boundary.name", name);
    }

    /** Adds a component; properties are pairs of name and value. */
    public PluginJar component(String type, String service, String... properties) {
        return component(type, List.of(service), properties);
    }

    /** Adds a component of any number of services; properties are pairs of name and value. */
    public PluginJar component(String type, List<String> services, String... properties) {
        var values = new StringBuilder();
        for (int i = 0; i < properties.length; i += 2) {
            values.append("  <property name=\"%s\" type=\"String\" value=\"%s\"/>\n"
                    .formatted(properties[i], properties[i + 1]));
        }
        String provided = services.stream()
                .map(service -> "<provide interface=\"" + service + "\"/>")
                .collect(Collectors.joining());
        return described(type, """
                <?xml version="1.0" encoding="UTF-8"?>
                <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="%s">
                %s  <service>%s</service>
                  <implementation class="%s"/>
                </scr:component>
                """.formatted(type, values, provided, type));
    }

    /** Adds a component by its description, the XML file in {@code OSGI-INF}. */
    public PluginJar described(String type, String description) {
        String path = "OSGI-INF/" + type + ".xml";
        components.add(path);
        return resource(path, description.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a file. */
    public PluginJar resource(String path, byte[] content) {
        resources.put(path, content);
        return this;
    }

    /** Imports a package in addition to those of the API, in any version. */
    public PluginJar importing(String packageName) {
        headers.merge("Import-Package", packageName, (all, one) -> all + "," + one);
        return this;
    }

    /** Sets a manifest header, or removes it if the value is empty. */
    public PluginJar header(String name, String value) {
        if (value.isEmpty()) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
        return this;
    }

    /** The jar. */
    public byte[] bytes() {
        var jar = new ByteArrayOutputStream();
        try (var out = new JarOutputStream(jar, manifest())) {
            for (Map.Entry<String, byte[]> entry : resources.entrySet()) {
                put(out, entry.getKey(), entry.getValue());
            }
            for (Map.Entry<String, byte[]> entry : compiled().entrySet()) {
                put(out, entry.getKey().replace('.', '/') + ".class", entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jar.toByteArray();
    }

    /** Writes the jar beside {@code target} and renames it into place, as operators should. */
    public Path writeTo(Path target) {
        return drop(bytes(), target);
    }

    /** Writes bytes beside {@code target} and renames them into place. */
    public static Path drop(byte[] jar, Path target) {
        try {
            Path part = Files.write(target.resolveSibling("." + target.getFileName() + ".part"), jar);
            return Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Manifest manifest() {
        var manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!components.isEmpty()) {
            main.putValue("Service-Component", String.join(",", components));
        }
        headers.forEach(main::putValue);
        return manifest;
    }

    private static void put(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }

    private Map<String, byte[]> compiled() {
        if (sources.isEmpty()) {
            return Map.of();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((type, source) -> units.add(new Source(type, source)));
        var log = new StringWriter();
        try (var classes = new Classes(compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8))) {
            String path = System.getProperty("precinct.compile.path", System.getProperty("java.class.path"));
            boolean good = compiler.getTask(
                            log, classes, null, List.of("--release", "25", "-cp", path, "-proc:none"), null, units)
                    .call();
            if (!good) {
                throw new IllegalArgumentException("the plug-in does not compile:\n" + log);
            }
            return classes.bytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String code;

        Source(String type, String code) {
            super(URI.create("string:///" + type.replace('.', '/') + ".java"), Kind.SOURCE);
            this.code = code;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
        }
    }

    private static final class Classes extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> compiled = new LinkedHashMap<>();

        Classes(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location,
                String type,
                JavaFileObject.Kind kind,
                javax.tools.FileObject sibling) {
            var content = compiled.computeIfAbsent(type, _ -> new ByteArrayOutputStream());
            return new SimpleJavaFileObject(URI.create("bytes:///" + type), kind) {
                @Override
                public ByteArrayOutputStream openOutputStream() {
                    return content;
                }
            };
        }

        Map<String, byte[]> bytes() {
            var bytes = new LinkedHashMap<String, byte[]>();
            compiled.forEach((type, content) -> bytes.put(type, content.toByteArray()));
            return bytes;
        }
    }
}
