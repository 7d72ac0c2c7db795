package io.precinct.cases.lifecycle;

import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsSource;
import io.precinct.cases.record.OpenWork;
import java.util.List;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The settings in section {@code closing:} of {@code cases.yml}; a reload updates them. Thread-safe. */
@Component(service = ClosingSettings.class, immediate = true)
@OwnsSettings(file = "cases.yml", keys = "closing")
public final class ClosingSettings {
    private static final List<String> KINDS = List.of(OpenWork.BLOCKERS, OpenWork.CHILDREN, OpenWork.ITEMS);

    private static final Setting<Set<String>> REFUSE = Setting.texts(
                    "refuse", String.join("|", KINDS), "a list of " + String.join(", ", KINDS))
            .<Set<String>>as(Set::copyOf)
            .describedAs("What keeps a case from being completed while it is open: cases that block it, children,"
                    + " unticked items of its checklists. What is not listed is a warning in the answer.")
            .example(KINDS);

    private static final SettingsSection CLOSING = SettingsSection.of("closing", "Completing a case.", REFUSE);

    /** The declaration of these settings. */
    public static final SettingsPart PART = SettingsPart.of("cases.yml", CLOSING);

    private final AutoCloseable subscription;
    private volatile Set<String> refused = Set.of();

    /** Subscribes to the settings file. */
    @Activate
    public ClosingSettings(@Reference SettingsSource settings) {
        subscription = settings.subscribe(PART, file -> {
            Set<String> read = file.section(CLOSING).need(REFUSE);
            return () -> refused = read;
        });
    }

    private ClosingSettings(Set<String> refused) {
        this.refused = refused;
        subscription = () -> {};
    }

    /** Returns settings that never change. */
    public static ClosingSettings fixed(String... refused) {
        return new ClosingSettings(Set.of(refused));
    }

    /** Returns the codes of the {@link OpenWork} with which no case may be completed. */
    public Set<String> refused() {
        return refused;
    }

    /** Ends the subscription. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
