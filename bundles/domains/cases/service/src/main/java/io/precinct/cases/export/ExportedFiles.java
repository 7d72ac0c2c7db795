package io.precinct.cases.export;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Schemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the artifacts of a case that are in the ingest folder. */
public final class ExportedFiles {
    /** The schema of an artifact in {@link #holding}. */
    public static final Schema SCHEMA = Schema.object()
            .with("kind", Schema.oneOf("export"))
            .with("file", Schema.text().example("task-00000000-0000-4000-8000-000000000001.json"))
            .with("exported_at", Schemas.TIME.orNull());

    private static final Logger LOG = LoggerFactory.getLogger(ExportedFiles.class);

    private ExportedFiles() {}

    /**
     * Returns the artifacts of a case that contain one of these texts, or that cannot be read, by name.
     *
     * @return {@code {kind, file, exported_at}}; if the folder cannot be read, the folder in place of a file
     */
    public static List<Map<String, @Nullable Object>> holding(
            ExportSettings settings, String id, Collection<String> texts) {
        List<String> parts = texts.stream().map(ExportedFiles::inJson).toList();
        return of(settings, id, file -> holds(file, parts));
    }

    /** As {@link #holding}, but returns the artifacts that are older than this time, or whose age is not known. */
    public static List<Map<String, @Nullable Object>> before(ExportSettings settings, String id, Instant time) {
        return of(settings, id, file -> {
            Instant at = exportedAt(file);
            return at == null || at.isBefore(time);
        });
    }

    private static List<Map<String, @Nullable Object>> of(ExportSettings settings, String id, Predicate<Path> chosen) {
        Path folder = settings.ingest();
        var holding = new ArrayList<Map<String, @Nullable Object>>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> isOf(id, path)).sorted().toList()) {
                if (chosen.test(file)) {
                    holding.add(told(file.getFileName().toString(), exportedAt(file)));
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            LOG.warn("the ingest folder {} cannot be searched for the artifacts of {}", folder, id, e);
            holding.add(told(folder.toString(), null));
        }
        return holding;
    }

    private static boolean isOf(String id, Path file) {
        String name = file.getFileName().toString();
        return name.equals(id + ".json") || name.startsWith(id + ".v") && name.endsWith(".json");
    }

    private static String inJson(String text) {
        String json = Json.compact(text);
        return json.substring(1, json.length() - 1);
    }

    private static boolean holds(Path file, List<String> parts) {
        try {
            String json = Files.readString(file, StandardCharsets.UTF_8);
            return parts.stream().anyMatch(json::contains);
        } catch (IOException e) {
            LOG.warn("the artifact {} cannot be read", file, e);
            return true;
        }
    }

    /** Artifacts are replaced as a whole, so the time of the file is that of the export. */
    private static @Nullable Instant exportedAt(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            return null;
        }
    }

    private static Map<String, @Nullable Object> told(String file, @Nullable Instant at) {
        return Data.map("kind", "export", "file", file, "exported_at", at == null ? null : Timestamps.text(at));
    }
}
