package io.precinct.dependencies.importer;

import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsSource;
import java.nio.file.FileSystems;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The import settings in {@code dependencies.yml}; a reload updates them. Thread-safe. */
@Component(service = ImportSettings.class, immediate = true)
@OwnsSettings(file = ImportSettings.FILE, keys = "import")
public final class ImportSettings {
    static final String FILE = "dependencies.yml";

    private static final Setting<List<String>> REPOS = Setting.texts("repos")
            .or(List.of("*"))
            .describedAs("The repositories of live source that are imported, by name; `*` stands for any text.")
            .example(List.of("shop-*", "common"));

    private static final Setting<List<String>> PATHS_EXCLUDE = Setting.texts(
                    "paths_exclude", ImportSettings::isGlob, "a glob")
            .or(List.of(
                    "**/node_modules/**",
                    "**/vendor/**",
                    "**/testdata/**",
                    "**/fixtures/**",
                    "**/src/test/**",
                    "**/archetype-resources/**",
                    "**/__tests__/**"))
            .describedAs(
                    "Files that are not read, as globs of whole paths. `**/` at the beginning means the root as well.");

    private static final Setting<Boolean> ON_REFRESH = Setting.flag("on_refresh")
            .or(true)
            .describedAs(
                    "Whether a repository is imported whenever it comes to serve another commit, and at the start.");

    private static final SettingsSection IMPORT = SettingsSection.of(
            "import", "What is imported into the dependency graph.", REPOS, PATHS_EXCLUDE, ON_REFRESH);

    /** The declaration of the settings in the file. */
    public static final SettingsPart PART = SettingsPart.of(FILE, IMPORT);

    /** The rules before the file is valid. */
    private static final ImportRules NOTHING = ImportRules.of(List.of(), List.of(), false);

    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private final AutoCloseable subscription;
    /** Null until the file is valid. */
    private volatile @Nullable ImportRules rules;

    /** Subscribes to the settings file; nothing is imported until the file is valid. */
    @Activate
    public ImportSettings(@Reference SettingsSource source) {
        subscription = source.subscribe(PART, file -> {
            ImportRules read = of(file.section(IMPORT));
            return () -> take(read);
        });
    }

    private ImportSettings(ImportRules rules) {
        this.rules = rules;
        subscription = () -> {};
    }

    /** Returns settings that never change, for tests. */
    static ImportSettings fixed(ImportRules rules) {
        return new ImportSettings(rules);
    }

    private static ImportRules of(Settings settings) {
        return ImportRules.of(settings.need(REPOS), settings.need(PATHS_EXCLUDE), settings.need(ON_REFRESH));
    }

    private static boolean isGlob(String text) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + text) != null;
        } catch (PatternSyntaxException e) {
            return false;
        }
    }

    private void take(ImportRules read) {
        boolean changed = !read.equals(rules);
        rules = read;
        if (changed) {
            listeners.forEach(Runnable::run);
        }
    }

    /** Returns the current rules; get them again for every use. */
    ImportRules now() {
        ImportRules current = rules;
        return current == null ? NOTHING : current;
    }

    /** Returns whether the file leaves out a repository. While the file has never been valid, it leaves out none. */
    boolean deselects(String repository) {
        ImportRules current = rules;
        return current != null && !current.imports(repository);
    }

    /** Adds a listener for changes. It must return quickly and throw nothing. Close the result to remove it. */
    Listening onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** The registration of a listener. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** Ends the subscription. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
