package io.precinct.source.parse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The package, version and content that each fetched grammar is taken from, one per line: {@code <language> <package>
 * <version> <sha512 as npm writes it>}. Read from a file that people maintain, and from one below the data folder; the
 * first wins. Thread-safe.
 */
final class Pins {
    private static final String HEAD =
            "# Grammars that are fetched: language, package, version, integrity. Written once, then kept to.\n";

    private final Path kept;
    private final Path own;

    Pins(Path kept, Path own) {
        this.kept = kept;
        this.own = own;
    }

    /**
     * The source of a language.
     *
     * @param integrity {@code sha512-…} in base64
     */
    record Pin(String language, String packageName, String version, String integrity) {
        String line() {
            return language + " " + packageName + " " + version + " " + integrity;
        }
    }

    synchronized Optional<Pin> of(String language) throws IOException {
        Pin pin = read(kept).get(language);
        return Optional.ofNullable(pin == null ? read(own).get(language) : pin);
    }

    /** Every pinned language. */
    synchronized List<Pin> all() throws IOException {
        TreeMap<String, Pin> all = read(own);
        all.putAll(read(kept));
        return List.copyOf(all.values());
    }

    /**
     * Notes a pin in the file that people maintain, or below the data folder if that cannot be written.
     *
     * @return the file with the pin
     */
    synchronized Path note(Pin pin) throws IOException {
        try {
            write(kept, pin);
            return kept;
        } catch (IOException e) {
            try {
                write(own, pin);
                return own;
            } catch (IOException second) {
                second.addSuppressed(e);
                throw second;
            }
        }
    }

    private static void write(Path file, Pin pin) throws IOException {
        TreeMap<String, Pin> pins = read(file);
        pins.put(pin.language(), pin);
        var text = new StringBuilder(HEAD);
        pins.values().forEach(one -> text.append(one.line()).append('\n'));
        NativeFiles.write(file.toAbsolutePath(), text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static TreeMap<String, Pin> read(Path file) throws IOException {
        var pins = new TreeMap<String, Pin>();
        if (!Files.exists(file)) {
            return pins;
        }
        List<String> lines = Files.readAllLines(file);
        var problems = new ArrayList<String>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split("\\s+", -1);
            if (parts.length == 4 && parts[3].startsWith("sha512-")) {
                pins.put(parts[0], new Pin(parts[0], parts[1], parts[2], parts[3]));
            } else {
                problems.add(file + ":" + (i + 1) + ": expected <language> <package> <version> sha512-<base64>, found "
                        + line);
            }
        }
        if (!problems.isEmpty()) {
            throw new IOException(String.join("; ", problems));
        }
        return pins;
    }
}
