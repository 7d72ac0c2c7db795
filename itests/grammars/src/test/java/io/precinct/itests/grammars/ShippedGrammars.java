package io.precinct.itests.grammars;

import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.parse.GrammarFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The grammars of {@code bundles/grammars}, read from their jars. */
final class ShippedGrammars {
    private static final Path FOLDER = Path.of(System.getProperty("precinct.root"), "bundles/grammars");

    private ShippedGrammars() {}

    /** All of them, sorted by name. */
    static List<Grammar> all() {
        try (Stream<Path> folders = Files.list(FOLDER)) {
            return folders.filter(folder -> Files.exists(folder.resolve("bnd.bnd")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .map(ShippedGrammars::grammar)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The grammar of a language. */
    static Grammar grammar(String language) {
        return GrammarFile.read(path -> entry(language, path), "grammars/" + language + "/grammar.json");
    }

    /** A text in the jar of a language. */
    static String text(String language, String path) throws IOException {
        URL url = entry(language, path);
        if (url == null) {
            throw new IOException("the jar of " + language + " does not hold " + path);
        }
        try (InputStream in = url.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static @Nullable URL entry(String language, String path) {
        Path file = FOLDER.resolve(
                "target/precinct-grammars-" + System.getProperty("precinct.version") + "-" + language + ".jar");
        try (var jar = new JarFile(file.toFile())) {
            return jar.getEntry(path) == null
                    ? null
                    : URI.create("jar:" + file.toUri() + "!/" + path).toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
