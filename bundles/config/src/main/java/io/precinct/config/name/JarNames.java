package io.precinct.config.name;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * What the jars of some folders declare. Only manifests are read; a file that is no readable jar declares nothing here,
 * for whoever deploys it says what is wrong with it. Not thread-safe.
 */
public final class JarNames {
    private static final int LARGEST_MANIFEST = 1 << 20;

    private final Map<Path, Seen> seen = new HashMap<>();

    private record Seen(FileTime modified, long size, Declared declared) {}

    /** What the jars directly in these folders declare; a folder may be missing. */
    public Declared of(List<Path> folders) {
        var now = new HashMap<Path, Seen>();
        for (Path folder : folders) {
            for (Path jar : jars(folder)) {
                Seen one = look(jar);
                if (one != null) {
                    now.put(jar, one);
                }
            }
        }
        seen.clear();
        seen.putAll(now);
        return Declared.union(now.values().stream().map(Seen::declared).toList());
    }

    private static List<Path> jars(Path folder) {
        var jars = new ArrayList<Path>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
            files.forEach(jars::add);
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            return List.of(); // A folder that is not there yet declares nothing.
        }
        return jars;
    }

    private @Nullable Seen look(Path jar) {
        try {
            BasicFileAttributes file = Files.readAttributes(jar, BasicFileAttributes.class);
            if (!file.isRegularFile()) {
                return null;
            }
            Seen known = seen.get(jar);
            boolean same =
                    known != null && known.modified().equals(file.lastModifiedTime()) && known.size() == file.size();
            return same ? known : new Seen(file.lastModifiedTime(), file.size(), declared(jar));
        } catch (IOException e) {
            return null; // Gone again.
        }
    }

    private static Declared declared(Path jar) {
        try (var zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry("META-INF/MANIFEST.MF");
            if (entry == null) {
                return Declared.NOTHING;
            }
            try (InputStream in = zip.getInputStream(entry)) {
                var manifest = new Manifest(new ByteArrayInputStream(in.readNBytes(LARGEST_MANIFEST)));
                String header = manifest.getMainAttributes().getValue("Provide-Capability");
                return header == null ? Declared.NOTHING : CapabilityHeader.read(header);
            }
        } catch (IOException | IllegalArgumentException e) {
            return Declared.NOTHING; // Half-written or no jar at all.
        }
    }
}
