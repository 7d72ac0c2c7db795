package io.precinct.boundary.operations.explain;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Explains incidents: failures that are answered only with a number, under which {@code precinct.log} contains the
 * stack trace. Reads the log that is being written, and the logs that were rolled last.
 */
final class IncidentExplanation {
    private static final Pattern NUMBER = Pattern.compile("[0-9a-f]{16}");
    private static final String LOGGER = "precinct.incident";
    private static final int MOST_FILES = 8;
    private static final int MOST_FRAMES = 12;

    private final ExplainContext context;
    private final Path logs;

    /** Reads the logs of this data folder. */
    IncidentExplanation(ExplainContext context, Path data) {
        this.context = context;
        this.logs = data.resolve("logs");
    }

    /** Whether this may be the number of an incident. */
    static boolean isNumber(String what) {
        return NUMBER.matcher(what).matches();
    }

    /** The explanation, or empty if the logs have no such incident. */
    Optional<Explanation> of(String number) {
        for (Path file : files()) {
            Map<?, ?> line = lineIn(file, number);
            if (line != null) {
                return Optional.of(explained(number, line));
            }
        }
        return Optional.empty();
    }

    private Explanation explained(String number, Map<?, ?> line) {
        String where = line.get("fields") instanceof Map<?, ?> fields ? String.valueOf(fields.get("where")) : "it";
        List<String> trace = String.valueOf(line.get("error")).lines().toList();
        DeployedBoundary boundary = context.plugins().boundaries().get(where);
        String subject = boundary == null
                ? where
                : "boundary " + where + " of " + boundary.generation().bundle() + " "
                        + boundary.generation().version();
        List<String> frames = trace.stream()
                .skip(1)
                .map(String::strip)
                .filter(frame -> frame.startsWith("at "))
                .limit(MOST_FRAMES)
                .toList();
        String sentence = "incident " + number + " at " + line.get("time") + ": " + subject + " failed"
                + (trace.isEmpty() ? "" : " with " + trace.getFirst().strip())
                + (frames.isEmpty() ? "" : " " + frames.getFirst());
        return new Explanation(
                "incident",
                number,
                false,
                sentence,
                Data.map("at", line.get("time"), "where", where, "thread", line.get("thread"), "stack", frames));
    }

    private static @Nullable Map<?, ?> lineIn(Path file, String number) {
        try (InputStream bytes = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
                var reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.contains(number) && line.contains(LOGGER)) {
                    Map<?, ?> read = read(line);
                    boolean its =
                            read.get("fields") instanceof Map<?, ?> fields && number.equals(fields.get("incident"));
                    if (its) {
                        return read;
                    }
                }
            }
            return null;
        } catch (NoSuchFileException rolledMeanwhile) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    private static Map<?, ?> read(String line) {
        try {
            return Json.read(line) instanceof Map<?, ?> map ? map : Map.of();
        } catch (MalformedJson cutOff) {
            return Map.of();
        }
    }

    /** The log that is being written, then those rolled before, the newest first. */
    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> rolled = Files.newDirectoryStream(logs, "precinct*.log{,.gz}")) {
            rolled.forEach(files::add);
        } catch (NoSuchFileException nothingLogged) {
            return List.of();
        } catch (IOException | DirectoryIteratorException e) {
            throw new IllegalStateException(logs + " cannot be read", e);
        }
        files.sort(Comparator.comparingLong(IncidentExplanation::modified).reversed());
        return files.subList(0, Math.min(files.size(), MOST_FILES));
    }

    private static long modified(Path file) {
        return file.toFile().lastModified();
    }
}
