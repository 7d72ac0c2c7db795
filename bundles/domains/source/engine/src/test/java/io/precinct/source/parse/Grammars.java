package io.precinct.source.parse;

import io.precinct.api.service.Extension;
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.testing.NativeCore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Grammars of Java as bundles would bring them. */
final class Grammars {
    static final String SYMBOLS = "(class_declaration name: (identifier) @name) @definition.class\n"
            + "(method_declaration name: (identifier) @name) @definition.method";
    /** The library for this machine. */
    static final byte[] JAVA = read();

    private static long deployments;

    private Grammars() {}

    /** A native core for the tests of a class. */
    static void install(Path folder) {
        NativeCore.install();
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Language.Builder java() {
        return java(JAVA);
    }

    /** Java with another native parser. */
    static Language.Builder java(byte[] library) {
        try {
            Path file = Files.createTempFile("grammar", ".so");
            file.toFile().deleteOnExit();
            Files.write(file, library);
            return Language.named("java")
                    .files("*.java")
                    .library(new Library(
                            "tree_sitter_java",
                            Map.of(Library.platform(), file.toUri().toURL())))
                    .symbols(SYMBOLS)
                    .comments("line_comment", "block_comment");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is deployed, each a deployment of its own. */
    static PluginSnapshot deployed(Language... languages) {
        var grammars = new HashMap<String, Grammar>();
        for (Language language : languages) {
            grammars.put(language.name(), () -> language);
        }
        return deployed(grammars);
    }

    /** What is deployed by name, each a deployment of its own. */
    static PluginSnapshot deployed(Map<String, Grammar> grammars) {
        var extensions = new HashMap<String, Plugin<Extension>>();
        grammars.forEach((name, grammar) -> {
            deployments++;
            extensions.put(
                    Grammar.KIND + " " + name,
                    new Plugin<>(
                            name,
                            grammar,
                            new Generation(deployments, deployments, "grammar", "1.0.0", "deploy:" + deployments)));
        });
        return new PluginSnapshot(
                deployments, Map.of(), Map.of(), Map.of(), Map.of(), List.of(), extensions, List.of(), List.of());
    }

    private static byte[] read() {
        boolean mac = System.getProperty("os.name").startsWith("Mac");
        String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
        String name = arch + (mac ? "-macos-tree-sitter-java.dylib" : "-linux-gnu-tree-sitter-java.so");
        try (InputStream in = Grammars.class.getResourceAsStream("/lib/" + name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
