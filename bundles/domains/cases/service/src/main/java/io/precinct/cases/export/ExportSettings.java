package io.precinct.cases.export;

import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsSource;
import io.precinct.core.api.launch.Launch;
import java.nio.file.Path;
import java.util.Objects;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The export settings in {@code cases.yml}. A reload updates them. Thread-safe. */
@Component(service = ExportSettings.class, immediate = true)
@OwnsSettings(
        file = "cases.yml",
        keys = {"ingest", "export"})
public final class ExportSettings {
    private static final Setting<Path> INGEST = Setting.path("ingest")
            .absentMeans("`ingest` below the data folder")
            .describedAs("The folder that exports are written to.");

    private static final Setting<Boolean> AUTO =
            Setting.flag("auto").or(false).describedAs("Whether every change of a case exports it.");

    private static final SettingsSection EXPORT = SettingsSection.of("export", "Exports.", AUTO);

    /** The declaration of these settings. */
    public static final SettingsPart PART = SettingsPart.of("cases.yml", INGEST, EXPORT);

    private final Path data;
    private final AutoCloseable subscription;
    private volatile Values values;

    private record Values(Path ingest, boolean auto) {}

    /** Subscribes to the settings file. */
    @Activate
    public ExportSettings(BundleContext context, @Reference SettingsSource settings) {
        String folder = context.getProperty(Launch.DATA_DIR);
        data = Path.of(folder == null ? "data" : folder).toAbsolutePath();
        values = new Values(data.resolve("ingest"), false);
        subscription = settings.subscribe(PART, file -> {
            Values read = read(file);
            return () -> values = read;
        });
    }

    private ExportSettings(Path ingest, boolean auto) {
        data = ingest;
        values = new Values(ingest, auto);
        subscription = () -> {};
    }

    /** Returns settings that never change. */
    public static ExportSettings fixed(Path ingest, boolean auto) {
        return new ExportSettings(ingest, auto);
    }

    private Values read(Settings file) {
        Path ingest = Objects.requireNonNullElseGet(file.get(INGEST), () -> data.resolve("ingest"));
        return new Values(ingest, file.section(EXPORT).need(AUTO));
    }

    /** Returns the folder that artifacts are written to; it may not exist yet. */
    public Path ingest() {
        return values.ingest;
    }

    /** Whether every mutation exports its case. */
    public boolean auto() {
        return values.auto;
    }

    /** Ends the subscription. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
