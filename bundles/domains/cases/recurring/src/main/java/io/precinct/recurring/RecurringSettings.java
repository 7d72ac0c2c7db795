package io.precinct.recurring;

import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsSource;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The settings in section {@code recurring:} of {@code cases.yml}; a reload updates them. Thread-safe. */
@Component(service = RecurringSettings.class, immediate = true)
@OwnsSettings(file = "cases.yml", keys = "recurring")
public final class RecurringSettings {
    private static final Setting<Boolean> ENABLED = Setting.flag("enabled")
            .or(true)
            .describedAs("Whether this process fires templates on schedule; triggering by hand works all the same.");

    private static final Setting<ZoneId> TIMEZONE = Setting.text("timezone")
            .absentMeans("`timezone`")
            .as(ZoneId::of, "a name of the IANA time zone database, such as Europe/Berlin")
            .describedAs("The time zone of a schedule that names none; a template keeps the one it was created with.")
            .example("Europe/Berlin");

    private static final Setting<Integer> MAX_CATCH_UP = Setting.whole("max_catch_up", 1, 1000)
            .or(10L)
            .as(Math::toIntExact)
            .describedAs("How many missed dates a schedule with `catch_up: all` makes up for where it does not say; a"
                    + " template keeps the number it was created with.");

    private static final Setting<Duration> POLL = Setting.whole("poll_seconds", 1, 3600)
            .or(3L)
            .as(Duration::ofSeconds)
            .describedAs("How often a case is looked at whose completion a template waits for.");

    private static final SettingsSection RECURRING =
            SettingsSection.of("recurring", "Recurring templates.", ENABLED, TIMEZONE, MAX_CATCH_UP, POLL);

    /** The declaration of these settings. */
    public static final SettingsPart PART = SettingsPart.of("cases.yml", RECURRING);

    private final AutoCloseable subscription;
    private volatile Values values = Values.DEFAULT;
    private volatile Runnable changed = () -> {};

    /**
     * A snapshot of the settings.
     *
     * @param enabled whether this process fires templates on schedule; triggering by hand always works
     * @param timezone the time zone of a schedule that names none; null for the zone of the cases
     * @param maxCatchUp the catch-up limit of a schedule that names none, 1 to 1000
     * @param poll how often to check a case for whose completion an {@code after_completion} template waits
     */
    public record Values(boolean enabled, @Nullable ZoneId timezone, int maxCatchUp, Duration poll) {
        /** The defaults. */
        public static final Values DEFAULT = new Values(true, null, 10, Duration.ofSeconds(3));

        private static Values of(Settings file) {
            Settings recurring = file.section(RECURRING);
            return new Values(
                    recurring.need(ENABLED),
                    recurring.get(TIMEZONE),
                    recurring.need(MAX_CATCH_UP),
                    recurring.need(POLL));
        }
    }

    /** Subscribes to the settings file. */
    @Activate
    public RecurringSettings(@Reference SettingsSource settings) {
        subscription = settings.subscribe(PART, file -> {
            Values read = Values.of(file);
            return () -> {
                values = read;
                changed.run();
            };
        });
    }

    private RecurringSettings(Values values) {
        this.values = values;
        subscription = () -> {};
    }

    /** Returns settings that never change. */
    public static RecurringSettings fixed(Values values) {
        return new RecurringSettings(values);
    }

    /** Returns the current settings. */
    public Values now() {
        return values;
    }

    /** Sets the only listener, which is called after each change; it must return quickly. */
    public void whenChanged(Runnable listener) {
        changed = listener;
    }

    /** Ends the subscription. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
