package io.precinct.config.name;

import io.precinct.common.digest.Digests;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads the names that the jars of some folders declare in their manifests, and caches them per jar. A file that is not
 * a readable jar declares nothing; its deployment reports the fault. Not thread-safe.
 */
public final class JarNames {
    private static final int LARGEST_MANIFEST = 1 << 20;

    private final Map<Path, Seen> seen = new HashMap<>();

    /**
     * A jar as it was read last.
     *
     * @param bundle its symbolic name and version, or the name of its file
     * @param sha256 digest of its content, or an empty text if it was not needed
     */
    private record Seen(FileTime modified, long size, ManifestNames declared, String bundle, String sha256) {}

    /**
     * The names that the jars directly in these folders declare; a folder may be missing.
     *
     * @param settled SHA-256 of files that do not count as long as their content is unchanged
     */
    public ManifestNames of(List<Path> folders, Map<Path, String> settled) {
        return ManifestNames.union(
                scan(folders, settled).stream().map(Seen::declared).toList());
    }

    /** The tags that the jars directly in these folders declare, each with its bundle; the first folder wins. */
    public Map<String, String> tags(List<Path> folders) {
        var tags = new LinkedHashMap<String, String>();
        for (Seen one : scan(folders, Map.of())) {
            one.declared().tags().forEach(tag -> tags.putIfAbsent(tag, one.bundle()));
        }
        return tags;
    }

    private List<Seen> scan(List<Path> folders, Map<Path, String> settled) {
        var now = new LinkedHashMap<Path, Seen>();
        for (Path folder : folders) {
            for (Path jar : jars(folder)) {
                Seen one = scan(jar, settled.containsKey(absolute(jar)));
                if (one != null) {
                    now.put(jar, one);
                }
            }
        }
        seen.clear();
        seen.putAll(now);
        now.entrySet().removeIf(jar -> jar.getValue().sha256().equals(settled.get(absolute(jar.getKey()))));
        return List.copyOf(now.values());
    }

    private static Path absolute(Path jar) {
        return jar.toAbsolutePath().normalize();
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

    private @Nullable Seen scan(Path jar, boolean hashed) {
        try {
            BasicFileAttributes file = Files.readAttributes(jar, BasicFileAttributes.class);
            if (!file.isRegularFile()) {
                return null;
            }
            Seen known = seen.get(jar);
            boolean same = known != null
                    && known.modified().equals(file.lastModifiedTime())
                    && known.size() == file.size()
                    && !(hashed && known.sha256().isEmpty());
            return same ? known : read(jar, file, hashed);
        } catch (IOException e) {
            return null; // The file was removed meanwhile.
        }
    }

    private static Seen read(Path jar, BasicFileAttributes file, boolean hashed) throws IOException {
        Attributes headers = headers(jar);
        String name = headers.getValue("Bundle-SymbolicName");
        return new Seen(
                file.lastModifiedTime(),
                file.size(),
                ManifestNames.read(headers.getValue("Provide-Capability")),
                name == null
                        ? String.valueOf(jar.getFileName())
                        : name.split(";", 2)[0].strip() + " " + headers.getValue("Bundle-Version"),
                hashed ? sha256(jar) : "");
    }

    /** The digest of a file, which is read in pieces: files in the watched folder may be of any size. */
    private static String sha256(Path jar) throws IOException {
        MessageDigest digest = Digests.sha256();
        try (InputStream in = Files.newInputStream(jar);
                var out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            in.transferTo(out);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The main attributes of the manifest; none if there is no manifest or it cannot be read. */
    private static Attributes headers(Path jar) {
        try (var zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry("META-INF/MANIFEST.MF");
            if (entry == null) {
                return new Attributes();
            }
            try (InputStream in = zip.getInputStream(entry)) {
                return new Manifest(new ByteArrayInputStream(in.readNBytes(LARGEST_MANIFEST))).getMainAttributes();
            }
        } catch (IOException | IllegalArgumentException e) {
            return new Attributes(); // Half-written, or not a jar.
        }
    }
}
