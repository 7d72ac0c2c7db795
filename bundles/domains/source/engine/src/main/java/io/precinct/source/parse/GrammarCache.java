package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetched grammars, each in a folder named by the content of its package and the platform; a folder is complete or
 * absent. One that was damaged later is not used.
 */
final class GrammarCache {
    private static final Logger LOG = LoggerFactory.getLogger(GrammarCache.class);
    private static final String LIBRARY = "parser.node";
    private static final String LANGUAGE = "language.bin";

    /** Changes whenever the same package would be read differently; what was read before is fetched again. */
    private static final int READING = 2;

    private static final String ABOUT = "about.properties";

    private final Path folder;

    GrammarCache(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    Optional<FetchedGrammar> find(Pins.Pin pin) throws IOException {
        Path place = place(pin);
        if (!Files.isDirectory(place)) {
            return Optional.empty();
        }
        try {
            var about = new Properties();
            try (var in = Files.newBufferedReader(place.resolve(ABOUT))) {
                about.load(in);
            }
            byte[] library = Files.readAllBytes(place.resolve(LIBRARY));
            byte[] language = Files.readAllBytes(place.resolve(LANGUAGE));
            if (NativeFiles.sha256(library).equals(about.getProperty("parser"))
                    && NativeFiles.sha256(language).equals(about.getProperty("language"))) {
                return Optional.of(fetched(
                        pin,
                        LanguageCodec.decode(language),
                        place,
                        library,
                        Integer.parseInt(about.getProperty("abi")),
                        about.getProperty("lacks")));
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} cannot be read: {}", place, e.toString());
        }
        LOG.warn("{} is damaged; it is fetched again", place);
        delete(place);
        return Optional.empty();
    }

    /** Puts a library into a place to try it. */
    Path stage(byte[] library) throws IOException {
        Files.createDirectories(folder);
        Path place = Files.createTempDirectory(folder, "trial");
        Path file = place.resolve(LIBRARY);
        Files.write(file, library);
        return file;
    }

    /** Removes what {@link #stage} put there. */
    void unstage(Path file) throws IOException {
        Path place = file.getParent();
        if (place != null) {
            delete(place);
        }
    }

    FetchedGrammar keep(Pins.Pin pin, Language language, byte[] library, int abi, @Nullable String lacks)
            throws IOException {
        Path place = place(pin);
        Files.createDirectories(place.getParent());
        Path made = Files.createTempDirectory(folder, "new");
        try {
            byte[] described = LanguageCodec.encode(language);
            NativeFiles.write(made.resolve(LIBRARY), library);
            NativeFiles.write(made.resolve(LANGUAGE), described);
            var about = new Properties();
            about.setProperty("package", pin.packageName());
            about.setProperty("version", pin.version());
            about.setProperty("abi", String.valueOf(abi));
            if (lacks != null) {
                about.setProperty("lacks", lacks);
            }
            about.setProperty("parser", NativeFiles.sha256(library));
            about.setProperty("language", NativeFiles.sha256(described));
            var text = new ByteArrayOutputStream();
            about.store(text, null);
            NativeFiles.write(made.resolve(ABOUT), text.toByteArray());
            Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            LOG.debug("{} was there already", place);
        } finally {
            delete(made);
        }
        return fetched(pin, language, place, library, abi, lacks);
    }

    private static FetchedGrammar fetched(
            Pins.Pin pin, Language language, Path place, byte[] library, int abi, @Nullable String lacks) {
        return new FetchedGrammar(
                language,
                place.resolve(LIBRARY),
                Languages.identity(language, library),
                abi,
                pin.packageName() + " " + pin.version(),
                lacks);
    }

    private Path place(Pins.Pin pin) {
        String content = NativeFiles.sha256(pin.integrity().getBytes(StandardCharsets.UTF_8));
        return folder.resolve(pin.language()).resolve(content + "-" + Library.platform() + "-" + READING);
    }

    private static void delete(Path place) throws IOException {
        if (Files.isDirectory(place)) {
            try (Stream<Path> files = Files.list(place)) {
                for (Path file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            }
            Files.deleteIfExists(place);
        }
    }
}
