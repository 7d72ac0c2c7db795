package io.precinct.deploy.store;

import io.precinct.common.digest.Digests;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.PluginJar;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The folder {@code <data>/deployments}: jars being received ({@code staging}), accepted jars by hash ({@code store}),
 * and the jars that serve by the name of their bundle ({@code active}, where configuration checks read manifests).
 */
public final class DeploymentFolder {
    private static final HexFormat HEX = HexFormat.of();

    private final Path root;
    private final Path staging;
    private final Path store;
    private final Path active;

    private DeploymentFolder(Path root) {
        this.root = root;
        this.staging = root.resolve("staging");
        this.store = root.resolve("store");
        this.active = root.resolve("active");
    }

    /**
     * Opens the folder below {@code data}, creates missing folders and deletes unfinished work of an earlier process.
     */
    public static DeploymentFolder below(Path data) throws IOException {
        var folder = new DeploymentFolder(data.resolve("deployments"));
        Files.createDirectories(folder.staging);
        Files.createDirectories(folder.store);
        Files.createDirectories(folder.active);
        deleteUnless(_ -> false, folder.staging);
        return folder;
    }

    private static void deleteUnless(Predicate<Path> wanted, Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, file -> !wanted.test(file))) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** The folder below {@code data}, for reading only; it may belong to another process, and need not exist. */
    public static DeploymentFolder untouched(Path data) {
        return new DeploymentFolder(data.resolve("deployments"));
    }

    public Path file(String name) {
        return root.resolve(name);
    }

    /**
     * Copies a jar into the staging folder and computes its hash meanwhile.
     *
     * @param limit its largest size in bytes
     * @throws DeploymentRefused if it is larger
     */
    public ReceivedFile receive(InputStream in, String name, @Nullable Path folderFile, long limit)
            throws IOException, DeploymentRefused {
        Path copy = Files.createTempFile(staging, "jar-", ".part");
        MessageDigest digest = Digests.sha256();
        try (OutputStream out = Files.newOutputStream(copy)) {
            byte[] buffer = new byte[64 << 10];
            long length = 0;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                length += n;
                if (length > limit) {
                    throw DeploymentRefused.content(
                            name + " is larger than the " + limit + " bytes that deploy.max_jar_bytes allows");
                }
                digest.update(buffer, 0, n);
                out.write(buffer, 0, n);
            }
        } catch (IOException | DeploymentRefused e) {
            Files.deleteIfExists(copy);
            throw e;
        }
        return new ReceivedFile(copy, HEX.formatHex(digest.digest()), name, folderFile, System.nanoTime());
    }

    /** SHA-256 of a file, lower-case hex. */
    public static String hash(Path file) throws IOException {
        MessageDigest digest = Digests.sha256();
        try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HEX.formatHex(digest.digest());
    }

    /** The path of the accepted jar with this hash, which need not exist. */
    Path stored(String sha256) {
        return store.resolve(sha256 + ".jar");
    }

    /**
     * A jar of the store.
     *
     * @throws DeploymentRefused if its content no longer has this hash, or cannot be read
     */
    public PluginJar stored(String bundle, String version, String sha256) throws DeploymentRefused {
        Path jar = stored(sha256);
        try {
            if (hash(jar).equals(sha256)) {
                return new PluginJar(jar, sha256, bundle, version);
            }
            throw DeploymentRefused.damaged(jar + " was changed since it was accepted: its SHA-256 is another");
        } catch (IOException e) {
            throw DeploymentRefused.damaged("the jar of " + bundle + " " + version + " cannot be read: " + e);
        }
    }

    /** Moves a received jar into the store. It is forced to disk before it appears there under its name. */
    public void keep(Path jar, String sha256) throws IOException {
        Path target = stored(sha256);
        if (jar.equals(target)) {
            return;
        }
        if (Files.exists(target)) {
            Files.deleteIfExists(jar);
            return;
        }
        try (var file = new RandomAccessFile(jar.toFile(), "rw")) {
            file.getFD().sync();
        }
        Files.move(jar, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Copies a jar of the distribution into the store. */
    public void copyIn(Path jar, String sha256) throws IOException {
        if (!Files.exists(stored(sha256))) {
            Path copy = Files.createTempFile(staging, "jar-", ".part");
            Files.copy(jar, copy, StandardCopyOption.REPLACE_EXISTING);
            keep(copy, sha256);
        }
    }

    public void discard(Path received) throws IOException {
        Files.deleteIfExists(received);
    }

    /**
     * Makes {@code active} contain exactly these jars. A jar is replaced in one step.
     *
     * @param hashes by symbolic name
     */
    public void serve(Map<String, String> hashes) throws IOException {
        Set<Path> expected = new HashSet<>();
        for (Map.Entry<String, String> entry : hashes.entrySet()) {
            Path link = active.resolve(entry.getKey() + ".jar");
            expected.add(link);
            Path jar = stored(entry.getValue());
            if (Files.exists(jar) && !(Files.exists(link) && Files.mismatch(jar, link) < 0)) {
                replace(jar, link);
            }
        }
        deleteUnless(expected::contains, active);
    }

    /** Replaces {@code link} by a hard link to the jar, or by a copy if the file system has no links. */
    private static void replace(Path jar, Path link) throws IOException {
        Path next = link.resolveSibling(link.getFileName() + ".part");
        Files.deleteIfExists(next);
        try {
            Files.createLink(next, jar);
        } catch (IOException | UnsupportedOperationException _) {
            Files.copy(jar, next);
        }
        Files.move(next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        // Renaming one link over another of the same file does nothing (POSIX rename), so both are still there.
        Files.deleteIfExists(next);
    }

    /** Deletes every jar of the store that is not among these hashes. */
    public void prune(Set<String> hashes) throws IOException {
        Set<Path> needed = hashes.stream().map(hash -> stored(hash)).collect(Collectors.toSet());
        deleteUnless(needed::contains, store);
    }
}
