package io.precinct.treesitter;

import io.precinct.common.digest.Digests;
import io.precinct.lib.treesitter.CoreLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Loads the native core of tree-sitter, of which a process has one, and counts native objects. Thread-safe. */
public final class TreeSitter {
    /** Oldest and newest ABI version of grammars that the core supports. */
    public static final int MIN_ABI = 13;

    public static final int MAX_ABI = 15;

    private static @Nullable Path library;

    private TreeSitter() {}

    /** Kinds of native objects. */
    enum Kind {
        LANGUAGE,
        PARSER,
        TREE,
        QUERY,
        CURSOR;

        final AtomicLong live = new AtomicLong();
    }

    /**
     * Sets the core library. Must be called once, before anything else of this package is used; further calls are
     * ignored, since a process has one core.
     *
     * @throws IllegalArgumentException if there is no such file
     */
    public static synchronized void load(Path coreLibrary) {
        if (library == null) {
            if (!Files.isRegularFile(coreLibrary)) {
                throw new IllegalArgumentException("the core library of tree-sitter is missing: " + coreLibrary);
            }
            library = coreLibrary.toAbsolutePath();
        }
    }

    /**
     * Copies the core library for this machine to {@code folder/<checksum>/}, if it is not there yet or damaged, and
     * {@link #load loads} it.
     *
     * @return the copy
     * @throws IOException if it cannot be written, or there is none for this platform
     */
    public static Path install(Path folder) throws IOException {
        String platform = platform();
        URL url = CoreLibrary.of(platform)
                .orElseThrow(() -> new IOException("tree-sitter's core is not built for " + platform
                        + "; it is for linux-x64, linux-arm64, darwin-x64 and darwin-arm64"));
        byte[] bytes;
        try (InputStream in = url.openStream()) {
            bytes = in.readAllBytes();
        }
        Path file = folder.resolve(Digests.sha256Hex(bytes).substring(0, 16))
                .resolve(url.getPath().substring(url.getPath().lastIndexOf('/') + 1));
        if (!holds(file, bytes)) {
            write(file, bytes);
        }
        load(file);
        return file;
    }

    /** Native objects that are not closed yet, by kind: {@code language, parser, tree, query, cursor}. */
    public static Map<String, Long> live() {
        var live = new TreeMap<String, Long>();
        for (Kind kind : Kind.values()) {
            live.put(kind.name().toLowerCase(Locale.ROOT), kind.live.get());
        }
        return live;
    }

    /**
     * The core library.
     *
     * @throws IllegalStateException if none was set yet
     */
    public static synchronized Path library() {
        if (library == null) {
            throw new IllegalStateException("TreeSitter.load or TreeSitter.install comes first");
        }
        return library;
    }

    private static String platform() {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch", "");
        return (os.startsWith("mac") ? "darwin" : os)
                + "-"
                + (arch.equals("amd64") || arch.equals("x86_64") ? "x64" : arch.equals("aarch64") ? "arm64" : arch);
    }

    private static boolean holds(Path file, byte[] bytes) throws IOException {
        try {
            return Files.size(file) == bytes.length && Arrays.equals(Files.readAllBytes(file), bytes);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path written = Files.createTempFile(file.toAbsolutePath().getParent(), "core", ".tmp");
        Files.write(written, bytes);
        try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
