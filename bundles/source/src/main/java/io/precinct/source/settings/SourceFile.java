package io.precinct.source.settings;

import io.precinct.api.config.TagException;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.Yaml;
import io.precinct.source.api.SourceLimits;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code source.yml}. Every fault is found at once, with line and column. */
// @req:source-settings
public final class SourceFile {
    /** The file, in the configuration folder. */
    public static final String NAME = "source.yml";

    static final Duration REFRESH = Duration.ofSeconds(300);
    static final long CLONE_BYTES = 4L << 30;
    static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** The container's own folder in the data folder. */
    private static final String EMPTIED = "cache";

    private static final SourceLimits LIMITS = new SourceLimits(10 << 20, 4 << 20, 64 << 10, Duration.ofSeconds(10));
    private static final long TREES = 64L << 20;
    private static final long MOST_BYTES = 1L << 50;
    private static final int MOST_INLINE = 1 << 30;
    private static final int MOST_PARSED = 256 << 20;

    private final Place place;
    private final List<Problem> problems = new ArrayList<>();

    private SourceFile(Place place) {
        this.place = place;
    }

    /**
     * Where it is read.
     *
     * @param folder the configuration folder
     * @param data the data folder
     * @param port of the listener
     */
    public record Place(Path folder, Path data, int port) {}

    /**
     * What was read.
     *
     * @param settings or null where there are errors
     * @param problems what is wrong with the file, by line; warnings among them
     */
    public record Reading(@Nullable SourceSettings settings, List<Problem> problems) {}

    /**
     * Reads the file; without one there are no repositories.
     *
     * @param environment gives the value of a variable, or null
     */
    public static Reading read(Place place, Yaml yaml, Function<String, @Nullable String> environment) {
        var reader = new SourceFile(place);
        SourceSettings settings = reader.settings(yaml, new Variables(environment));
        reader.problems.sort(
                Comparator.comparingInt((Problem p) -> p.at().line()).thenComparingInt(p -> p.at().column()));
        boolean good = reader.problems.stream().allMatch(Problem::warning);
        return new Reading(good ? settings : null, List.copyOf(reader.problems));
    }

    private SourceSettings settings(Yaml yaml, Variables variables) {
        Path file = place.folder().resolve(NAME);
        try (Keys root = Keys.root(new Keys.File(file, located(yaml, file), variables, problems));
                Keys limits = root.keys("limits")) {
            checkPort(root);
            return new SourceSettings(
                    repositories(root),
                    folder(root, "storage"),
                    folder(root, "cache"),
                    limits(limits),
                    limits.whole("trees_bytes", 0, MOST_BYTES, TREES),
                    grammars(root));
        }
    }

    /** A file that is missing, or of nothing but comments, is no YAML document, and says nothing. */
    private Yaml.Located located(Yaml yaml, Path file) {
        var nothing = new Yaml.Located(Map.of(), Map.of(), Map.of());
        try {
            boolean silent = !Files.exists(file)
                    || Files.readString(file)
                            .lines()
                            .allMatch(line -> line.isBlank() || line.strip().startsWith("#"));
            return silent ? nothing : yaml.locate(file);
        } catch (TagException e) {
            problems.add(atItsPlace(file, e));
        } catch (IOException e) {
            problems.add(new Problem(
                    new Location(file.toString(), 0, 0), "the file cannot be read: " + e, "save it as UTF-8", false));
        }
        return nothing;
    }

    /** The message of the YAML reader begins with the place. */
    private static Problem atItsPlace(Path file, TagException e) {
        String message = String.valueOf(e.getMessage());
        Matcher place = Pattern.compile(
                        Pattern.quote(file.toString()) + ":(?:(\\d+):)?(?:(\\d+):)? ?(.*)", Pattern.DOTALL)
                .matcher(message);
        if (!place.matches()) {
            return new Problem(new Location(file.toString(), 0, 0), message, e.hint(), false);
        }
        var at = new Location(file.toString(), number(place.group(1)), number(place.group(2)));
        return new Problem(at, place.group(3), e.hint(), false);
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private void checkPort(Keys root) {
        long port = root.whole("port", 0, 65_535, place.port());
        if (port != place.port()) {
            root.problem(
                    "port",
                    "port is " + port + ", but live source is served where the service listens, on port "
                            + place.port(),
                    "leave it out here; port of service.yml sets it for all");
        }
    }

    private static List<RepositorySettings> repositories(Keys root) {
        var repositories = new ArrayList<RepositorySettings>();
        Keys repos = root.keys("repos");
        for (String name : repos.names()) {
            RepositorySettings repository = RepositoryEntry.read(repos, name);
            boolean taken = repositories.stream().anyMatch(other -> other.name().equalsIgnoreCase(name));
            if (taken) {
                repos.problem(name, "repos has " + name + " twice but for case", "rename one");
            } else if (repository != null) {
                repositories.add(repository);
            }
        }
        return repositories;
    }

    private Path folder(Keys root, String key) {
        Path path = root.path(key);
        if (path != null && Files.exists(path) && !Files.isDirectory(path)) {
            root.wrong(key, "the path of a folder", "it is a file");
        }
        if (path != null && path.normalize().startsWith(place.data().resolve(EMPTIED))) {
            root.problem(
                    key,
                    key + " is in " + place.data().resolve(EMPTIED) + ", which the runtime empties at every start",
                    "leave it out, or name a folder of its own");
        }
        return path == null ? place.data().resolve("source").resolve(key) : path;
    }

    private static SourceLimits limits(Keys limits) {
        return new SourceLimits(
                limits.whole("inline_bytes", 1, MOST_INLINE, LIMITS.inlineBytes()),
                limits.whole("parsed_bytes", 1, MOST_PARSED, LIMITS.parsedBytes()),
                (int) limits.whole("query_bytes", 1, 1 << 20, LIMITS.queryBytes()),
                Duration.ofSeconds(
                        limits.whole("query_seconds", 1, 600, LIMITS.queryTime().toSeconds())));
    }

    private GrammarSettings grammars(Keys root) {
        try (Keys grammars = root.keys("grammars")) {
            Path pins = grammars.path("pins");
            return new GrammarSettings(
                    registry(grammars), pins == null ? place.folder().resolve("grammars.lock") : pins);
        }
    }

    private static @Nullable URI registry(Keys grammars) {
        String registry = grammars.text("registry");
        if (registry == null) {
            return null;
        }
        try {
            var uri = new URI(registry);
            if (("https".equals(uri.getScheme()) || "http".equals(uri.getScheme())) && uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Said below: the text of this exception would show what a variable held.
        }
        grammars.wrong("registry", "the address of an npm registry", "https://HOST/");
        return null;
    }
}
