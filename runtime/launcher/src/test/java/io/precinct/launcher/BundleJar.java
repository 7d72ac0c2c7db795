package io.precinct.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Builds a bundle from headers, classes of the test class path, and texts. */
public final class BundleJar {
    private final Manifest manifest = new Manifest();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    private BundleJar(String symbolicName) {
        header(Attributes.Name.MANIFEST_VERSION.toString(), "1.0");
        header("Bundle-ManifestVersion", "2");
        header("Bundle-SymbolicName", symbolicName);
        header("Bundle-Version", "1.0.0");
    }

    public static BundleJar named(String symbolicName) {
        return new BundleJar(symbolicName);
    }

    public BundleJar header(String name, String value) {
        manifest.getMainAttributes().putValue(name, value);
        return this;
    }

    /** Adds a class, with its nested classes, as the activator. */
    public BundleJar activator(Class<?> type) throws IOException {
        String path = type.getName().replace('.', '/') + ".class";
        try (InputStream bytes = type.getClassLoader().getResourceAsStream(path)) {
            entries.put(path, bytes.readAllBytes());
        }
        header("Import-Package", "org.osgi.framework,com.sun.net.httpserver,org.slf4j");
        return header("Bundle-Activator", type.getName());
    }

    public BundleJar text(String path, String content) {
        entries.put(path, content.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    public Path writeTo(Path file) throws IOException {
        try (var jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
        return file;
    }
}
