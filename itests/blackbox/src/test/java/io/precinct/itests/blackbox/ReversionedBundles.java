package io.precinct.itests.blackbox;

import io.precinct.itests.support.Distribution;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Bundles of the distribution that differ only in their version. */
final class ReversionedBundles {
    private ReversionedBundles() {}

    /** The bundle of this name as a jar of this version. */
    static byte[] bundle(String wanted, String version) throws IOException {
        try (Stream<Path> bundles = Files.list(Distribution.built().home().resolve("bundles"))) {
            for (Path bundle : bundles.toList()) {
                try (var jar = new JarInputStream(Files.newInputStream(bundle))) {
                    Manifest manifest = jar.getManifest();
                    String name = manifest == null
                            ? null
                            : manifest.getMainAttributes().getValue("Bundle-SymbolicName");
                    if (name != null && name.split(";")[0].equals(wanted)) {
                        manifest.getMainAttributes().putValue("Bundle-Version", version);
                        return copy(jar, manifest);
                    }
                }
            }
        }
        throw new AssertionError("the distribution has no bundle " + wanted);
    }

    private static byte[] copy(JarInputStream from, Manifest manifest) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var to = new JarOutputStream(bytes, manifest)) {
            for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                ((InputStream) from).transferTo(to);
                to.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
