package io.precinct.config;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.config.name.ServedNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers across restarts the names in the configuration that served last, in {@code configuration/served.json} of
 * the data folder. For the loading thread; not thread-safe.
 */
final class ServedNamesFile {
    private static final Logger LOG = LoggerFactory.getLogger(ServedNamesFile.class);

    private final Path file;
    private ServedNames now;

    /** Reads the names that were written last. If the file is missing or damaged, there are none. */
    ServedNamesFile(Path dataDir) {
        file = dataDir.resolve("configuration").resolve("served.json");
        now = read(file);
    }

    ServedNames now() {
        return now;
    }

    private static ServedNames read(Path file) {
        if (!Files.exists(file)) {
            return ServedNames.NONE;
        }
        try {
            return Json.read(Files.readString(file)) instanceof Map<?, ?> data
                    ? new ServedNames(names(data, "boundaries"), names(data, "routes"), names(data, "late_tags"))
                    : ServedNames.NONE;
        } catch (IOException | MalformedJson e) {
            LOG.warn("{} is passed over: {}", file, e.getMessage());
            return ServedNames.NONE;
        }
    }

    private static Set<String> names(Map<?, ?> data, String key) {
        Set<String> names = new HashSet<>();
        if (data.get(key) instanceof List<?> list) {
            list.forEach(name -> names.add(String.valueOf(name)));
        }
        return names;
    }

    /** Remembers the names of a configuration that serves from now on. */
    void serves(ServedNames names) {
        if (names.equals(now)) {
            return;
        }
        now = names;
        try {
            Path part = file.resolveSibling(file.getFileName() + ".part");
            Files.createDirectories(file.getParent());
            Files.write(
                    part,
                    Json.compactBytes(Data.map(
                            "boundaries", sorted(names.boundaries()),
                            "routes", sorted(names.routes()),
                            "late_tags", sorted(names.lateTags()))));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("{} cannot be written: the next start refuses what is deployed no longer", file, e);
        }
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }
}
