package io.precinct.build.compile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Rewrites a jar that Maven has made before; processes that have the old one open keep it. */
final class ModuleJar {
    /** As {@code project.build.outputTimestamp} of the root pom. */
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private ModuleJar() {}

    /** Writes everything below a folder; the manifest is the folder's, or that of the old jar. */
    static void write(Path jar, Path folder) throws IOException {
        write(jar, folder, entry -> true);
    }

    /** As {@link #write}, but only with classes whose outermost class is in the old jar. */
    static void rewrite(Path jar, Path folder) throws IOException {
        Set<String> kept = new HashSet<>();
        try (var old = new ZipFile(jar.toFile())) {
            old.stream().map(entry -> outermost(entry.getName())).forEach(kept::add);
        }
        write(jar, folder, entry -> kept.contains(outermost(entry)));
    }

    private static String outermost(String entry) {
        return entry.replaceFirst("(\\$.*)?\\.class$", "");
    }

    private static void write(Path jar, Path folder, Predicate<String> taken) throws IOException {
        List<String> entries = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(taken)
                    .filter(entry -> !entry.equals(JarFile.MANIFEST_NAME))
                    .sorted()
                    .forEach(entries::add);
        }
        Path written = jar.resolveSibling(jar.getFileName() + ".new");
        try (OutputStream file = Files.newOutputStream(written);
                var out = new ZipOutputStream(file)) {
            put(out, JarFile.MANIFEST_NAME, manifest(jar, folder));
            for (String entry : entries) {
                put(out, entry, Files.readAllBytes(folder.resolve(entry)));
            }
        }
        Files.move(written, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static byte[] manifest(Path jar, Path folder) throws IOException {
        Path own = folder.resolve(JarFile.MANIFEST_NAME);
        if (Files.exists(own)) {
            return Files.readAllBytes(own);
        }
        try (var old = new ZipFile(jar.toFile())) {
            ZipEntry entry = old.getEntry(JarFile.MANIFEST_NAME);
            return entry == null
                    ? "Manifest-Version: 1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8)
                    : old.getInputStream(entry).readAllBytes();
        }
    }

    private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }
}
