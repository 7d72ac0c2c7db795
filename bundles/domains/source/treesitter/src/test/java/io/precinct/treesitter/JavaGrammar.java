package io.precinct.treesitter;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The grammar of Java, as tests use it. */
final class JavaGrammar {
    static final Path LIBRARY = unpack();

    private JavaGrammar() {}

    static NativeLanguage load() throws BadLanguage {
        return NativeLanguage.load(LIBRARY, "tree_sitter_java");
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Path unpack() {
        boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
        String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
        String name = arch + (mac ? "-macos-tree-sitter-java.dylib" : "-linux-gnu-tree-sitter-java.so");
        try (InputStream in = JavaGrammar.class.getResourceAsStream("/lib/" + name)) {
            Path folder = Path.of("target", "natives");
            TreeSitter.install(folder);
            Path file = folder.resolve(name);
            if (!Files.exists(file)) {
                Files.copy(in, file);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
