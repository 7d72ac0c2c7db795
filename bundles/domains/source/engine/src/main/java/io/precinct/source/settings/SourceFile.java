package io.precinct.source.settings;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsTable;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.pattern.KnownLanguages;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/** The settings of {@code source.yml}, and their meaning. */
// @req:source-settings
public final class SourceFile {
    /** The file, in the configuration folder. */
    public static final String NAME = "source.yml";

    /** The container's own folder in the data folder. */
    private static final String EMPTIED = "cache";

    private static final SettingsTable REPOS = SettingsTable.of(
            "[A-Za-z0-9][A-Za-z0-9._-]{0,99}",
            "letters, digits, '.', '_' and '-', since it stands in paths: /repos/NAME/tree",
            RepositoryEntry.SECTION);

    private static final Setting<Path> STORAGE = folder("storage").describedAs("The folder of the clones.");
    private static final Setting<Path> CACHE = folder("cache").describedAs("The folder of the parse cache.");

    private static final Setting<Long> PORT = Setting.whole("port", 0, 65_535)
            .absentMeans("the service's")
            .describedAs(
                    "A port of its own for live source, which the port of the service serves as well; 0 is any free port.");

    private static final Setting<Long> INLINE_BYTES = Setting.whole("inline_bytes", 1, 1 << 30)
            .or(10L << 20)
            .describedAs("The largest file whose content stands in a JSON answer.");

    private static final Setting<Long> PARSED_BYTES =
            Setting.whole("parsed_bytes", 1, 256 << 20).or(4L << 20).describedAs("The largest file that is parsed.");

    private static final Setting<Integer> QUERY_BYTES = Setting.whole("query_bytes", 1, 1 << 20)
            .or(64L << 10)
            .as(Math::toIntExact)
            .describedAs("The longest text of a query.");

    private static final Setting<Duration> QUERY_SECONDS = Setting.whole("query_seconds", 1, 600)
            .or(10L)
            .as(Duration::ofSeconds)
            .describedAs("How long a query may run.");

    private static final Setting<Long> TREES_BYTES = Setting.whole("trees_bytes", 0, 1L << 50)
            .or(64L << 20)
            .describedAs("The most memory for syntax trees that are kept.");

    private static final SettingsSection LIMITS = SettingsSection.of(
            "limits", "Limits of requests.", INLINE_BYTES, PARSED_BYTES, QUERY_BYTES, QUERY_SECONDS, TREES_BYTES);

    private static final Setting<URI> REGISTRY = Setting.text("registry")
            .as(SourceFile::registry, "the address of an npm registry, such as https://HOST/")
            .absentMeans("what npm is configured with")
            .describedAs("The npm registry for languages that are not shipped.")
            .afterRestart();

    private static final Setting<Path> PINS = Setting.path("pins")
            .absentMeans("`grammars.lock` beside this file")
            .describedAs("The lock file with version and hash of each.")
            .afterRestart();

    private static final Setting<Map<String, String>> EXTENSIONS = Setting.textMap(
                    "extensions",
                    "[A-Za-z0-9_+-][A-Za-z0-9_.+-]{0,49}",
                    "[a-z][a-z0-9_]{0,49}",
                    "ends of file names, without their dot, and the language of each")
            .describedAs("Which language files have whose names end so, whatever their grammars say.")
            .example(Map.of("tf", "hcl"));

    private static final SettingsSection GRAMMARS =
            SettingsSection.of("grammars", "Languages that are not shipped.", REGISTRY, PINS, EXTENSIONS);

    /** The declared settings of the file. */
    public static final SettingsPart PART = SettingsPart.of(NAME, REPOS, STORAGE, CACHE, PORT, LIMITS, GRAMMARS);

    private SourceFile() {}

    private static Setting<Path> folder(String key) {
        return Setting.path(key)
                .absentMeans("`source/" + key + "` below the data folder")
                .afterRestart();
    }

    /**
     * The place of the file.
     *
     * @param data the data folder
     */
    public record Place(Path data) {}

    /** Reads the file; problems are reported to it. */
    public static SourceSettings read(Settings file, Place place) {
        Settings limits = file.section(LIMITS);
        Settings grammars = file.section(GRAMMARS);
        Path pins = grammars.get(PINS);
        Long port = file.get(PORT);
        return new SourceSettings(
                repositories(file),
                port == null ? OptionalInt.empty() : OptionalInt.of(port.intValue()),
                folder(file, STORAGE, place),
                folder(file, CACHE, place),
                new SourceLimits(
                        limits.need(INLINE_BYTES),
                        limits.need(PARSED_BYTES),
                        limits.need(QUERY_BYTES),
                        limits.need(QUERY_SECONDS)),
                limits.need(TREES_BYTES),
                new GrammarSettings(
                        grammars.get(REGISTRY),
                        pins == null ? file.folder().resolve("grammars.lock") : pins,
                        extensions(grammars)));
    }

    private static Map<String, String> extensions(Settings grammars) {
        Map<String, String> extensions = grammars.need(EXTENSIONS);
        for (String language : extensions.values()) {
            KnownLanguages.meantBy(language)
                    .ifPresent(meant -> grammars.error(
                            EXTENSIONS,
                            grammars.name(EXTENSIONS) + ": there is no language " + language,
                            "did you mean " + meant + "?"));
        }
        return extensions;
    }

    private static List<RepositorySettings> repositories(Settings file) {
        var repositories = new ArrayList<RepositorySettings>();
        for (Map.Entry<String, Settings> entry : file.table(REPOS).entrySet()) {
            String name = entry.getKey();
            RepositorySettings repository = RepositoryEntry.read(name, entry.getValue());
            boolean taken = repositories.stream().anyMatch(other -> other.name().equalsIgnoreCase(name));
            if (taken) {
                entry.getValue().error(RepositoryEntry.URL, "repos has " + name + " twice but for case", "rename one");
            } else if (repository != null) {
                repositories.add(repository);
            }
        }
        return repositories;
    }

    private static Path folder(Settings file, Setting<Path> key, Place place) {
        Path path = file.get(key);
        if (path != null && Files.exists(path) && !Files.isDirectory(path)) {
            file.error(key, file.name(key) + " takes the path of a folder, and " + path + " is a file", null);
        }
        if (path != null && path.startsWith(place.data().resolve(EMPTIED))) {
            file.error(
                    key,
                    file.name(key) + " is in " + place.data().resolve(EMPTIED)
                            + ", which the runtime empties at every start",
                    "leave it out, or name a folder of its own");
        }
        return Objects.requireNonNullElseGet(
                path, () -> place.data().resolve("source").resolve(key.key()));
    }

    private static URI registry(String text) {
        URI uri = URI.create(text);
        if (("https".equals(uri.getScheme()) || "http".equals(uri.getScheme())) && uri.getHost() != null) {
            return uri;
        }
        throw new IllegalArgumentException("not the address of a registry");
    }
}
