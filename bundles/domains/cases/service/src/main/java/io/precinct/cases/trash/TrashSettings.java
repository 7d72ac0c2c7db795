package io.precinct.cases.trash;

import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsSource;
import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The section {@code trash:} of {@code cases.yml}. A reload updates it. Thread-safe. */
@Component(service = TrashSettings.class, immediate = true)
@OwnsSettings(file = "cases.yml", keys = "trash")
public final class TrashSettings {
    private static final long USUAL = 30;
    private static final int MOST = 3650;

    private static final Setting<Duration> DAYS = Setting.whole("days", 0, MOST)
            .or(USUAL)
            .as(Duration::ofDays)
            .describedAs("How many days a deleted case can be restored; 0 restores none.");

    private static final SettingsSection TRASH = SettingsSection.of("trash", "Deleted cases.", DAYS);

    /** The declaration of these settings. */
    public static final SettingsPart PART = SettingsPart.of("cases.yml", TRASH);

    private final AutoCloseable subscription;
    private volatile Duration kept = Duration.ofDays(USUAL);

    /** Subscribes to the settings file. */
    @Activate
    public TrashSettings(@Reference SettingsSource settings) {
        subscription = settings.subscribe(PART, file -> {
            Duration read = file.section(TRASH).need(DAYS);
            return () -> kept = read;
        });
    }

    private TrashSettings(Duration kept) {
        this.kept = kept;
        subscription = () -> {};
    }

    /** Returns settings that never change. */
    public static TrashSettings fixed(Duration kept) {
        return new TrashSettings(kept);
    }

    /** Returns how long a deleted case can be restored. */
    public Duration kept() {
        return kept;
    }

    /** Ends the subscription. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
