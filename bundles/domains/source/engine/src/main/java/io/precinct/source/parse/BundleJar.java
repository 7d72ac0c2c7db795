package io.precinct.source.parse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;

/**
 * Packs the classes beside a class into a jar that another Java process can run, although the container has them in a
 * bundle.
 */
final class BundleJar {
    private BundleJar() {}

    /**
     * A jar or a folder with the classes and resources of a class's bundle, or of its code source if there is no
     * container.
     *
     * @param folder for the copy
     */
    static Path of(Class<?> type, Path folder) throws IOException {
        Bundle bundle = FrameworkUtil.getBundle(type);
        return bundle == null ? origin(type) : copy(bundle, folder);
    }

    private static Path origin(Class<?> type) throws IOException {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw new IOException("where " + type.getName() + " comes from is unknown");
        }
        try {
            return Path.of(new URI(source.getLocation().toString()));
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static Path copy(Bundle bundle, Path folder) throws IOException {
        var entries = new TreeMap<String, URL>();
        var found = bundle.findEntries("/", "*", true);
        while (found != null && found.hasMoreElements()) {
            URL url = found.nextElement();
            if (!url.getPath().endsWith("/")) {
                entries.put(url.getPath().substring(1), url);
            }
        }
        var bytes = new ByteArrayOutputStream();
        try (var jar = new JarOutputStream(bytes)) {
            for (var entry : entries.entrySet()) {
                var target = new JarEntry(entry.getKey());
                // Equal bundles give equal jars.
                target.setTime(0);
                jar.putNextEntry(target);
                try (InputStream in = entry.getValue().openStream()) {
                    in.transferTo(jar);
                }
                jar.closeEntry();
            }
        }
        return new NativeFiles(folder).put(bundle.getSymbolicName() + ".jar", bytes.toByteArray());
    }
}
