package io.precinct.cases.day;

import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSource;
import java.time.ZoneId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The key {@code timezone} of {@code cases.yml}. A reload updates it. Thread-safe. */
@Component(service = ZoneSettings.class, immediate = true)
@OwnsSettings(file = "cases.yml", keys = "timezone")
public final class ZoneSettings {
    /** The zone unless another one is configured. */
    public static final ZoneId UTC = ZoneId.of("UTC");

    private static final Setting<ZoneId> TIMEZONE = Setting.text("timezone")
            .or(UTC.getId())
            .as(ZoneId::of, "a name of the IANA time zone database, such as Europe/Berlin")
            .describedAs("The time zone in which days begin and end: for overdue cases, the activity of today, and"
                    + " templates. A request may name another one.")
            .example("Europe/Berlin");

    /** The declaration of this key. */
    public static final SettingsPart PART = SettingsPart.of("cases.yml", TIMEZONE);

    private final AutoCloseable subscription;
    private volatile ZoneId zone = UTC;

    /** Subscribes to the settings file. */
    @Activate
    public ZoneSettings(@Reference SettingsSource settings) {
        subscription = settings.subscribe(PART, file -> {
            ZoneId read = file.need(TIMEZONE);
            return () -> zone = read;
        });
    }

    private ZoneSettings(ZoneId zone) {
        this.zone = zone;
        subscription = () -> {};
    }

    /** Returns settings that never change. */
    public static ZoneSettings fixed(ZoneId zone) {
        return new ZoneSettings(zone);
    }

    /** Returns the configured zone. */
    public ZoneId now() {
        return zone;
    }

    /** Ends the subscription. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
