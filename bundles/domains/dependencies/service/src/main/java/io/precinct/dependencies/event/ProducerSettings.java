package io.precinct.dependencies.event;

import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsSource;
import io.precinct.api.settings.SettingsTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The users who may write with the names of producers, from {@code dependencies.yml}. Thread-safe. */
@Component(service = ProducerSettings.class)
@OwnsSettings(file = ProducerSettings.FILE, keys = "producers")
public final class ProducerSettings {
    static final String FILE = "dependencies.yml";

    private static final Setting<List<String>> USERS = Setting.texts("users")
            .required()
            .describedAs("The users of the gateway who may write with this name, and nobody else there.")
            .example(List.of("ci"));

    private static final SettingsTable PRODUCERS = SettingsTable.of(
            ".{1,200}",
            "at most 200 characters",
            SettingsSection.of("producers", "Producers of events whose names belong to users of the gateway.", USERS));

    /** The declaration of the settings in the file. */
    public static final SettingsPart PART = SettingsPart.of(FILE, PRODUCERS);

    private final AutoCloseable subscription;
    private volatile Map<String, Set<String>> users;

    /** Subscribes to the settings file. */
    @Activate
    public ProducerSettings(@Reference SettingsSource source) {
        users = Map.of();
        subscription = source.subscribe(PART, file -> {
            Map<String, Set<String>> read = new TreeMap<>();
            file.table(PRODUCERS).forEach((name, entry) -> read.put(name, Set.copyOf(entry.need(USERS))));
            return () -> users = Map.copyOf(read);
        });
    }

    private ProducerSettings(Map<String, Set<String>> users) {
        this.users = users;
        subscription = () -> {};
    }

    /** Returns settings that never change, for tests. */
    public static ProducerSettings fixed(Map<String, Set<String>> users) {
        return new ProducerSettings(Map.copyOf(users));
    }

    /** Returns the users by the names of producers; get them again for every use. */
    Map<String, Set<String>> users() {
        return users;
    }

    /** Ends the subscription. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
