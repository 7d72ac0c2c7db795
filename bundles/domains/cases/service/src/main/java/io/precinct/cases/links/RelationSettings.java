package io.precinct.cases.links;

import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsSource;
import io.precinct.cases.record.RelationTypes;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The types of relations that {@code cases.yml} declares. A reload updates them. Thread-safe. */
@Component(service = RelationSettings.class, immediate = true)
@OwnsSettings(file = "cases.yml", keys = "relations")
public final class RelationSettings {
    private static final String NAME = "[a-z][a-z0-9_]{0,99}";

    private static final Setting<Map<String, String>> TYPES = Setting.textMap(
                    "types",
                    NAME,
                    NAME,
                    "names of lower-case letters, digits and _, each with the name from the other side")
            .describedAs("Types of relations beside those of the service; one that has no direction has itself as its"
                    + " other name.")
            .example(Map.of("mentions", "mentioned_by"));

    private static final SettingsSection RELATIONS = SettingsSection.of("relations", "Relations between cases.", TYPES);

    /** The declaration of these settings. */
    public static final SettingsPart PART = SettingsPart.of("cases.yml", RELATIONS);

    private final AutoCloseable subscription;
    private volatile RelationTypes types;

    /** Subscribes to the settings file. */
    @Activate
    public RelationSettings(@Reference SettingsSource settings) {
        types = RelationTypes.BUILT_IN;
        subscription = settings.subscribe(PART, file -> {
            RelationTypes read = read(file.section(RELATIONS));
            return () -> types = read;
        });
    }

    private RelationSettings(RelationTypes types) {
        this.types = types;
        subscription = () -> {};
    }

    /** Returns settings that never change. */
    public static RelationSettings fixed(RelationTypes types) {
        return new RelationSettings(types);
    }

    private static RelationTypes read(Settings relations) {
        Map<String, String> declared = relations.need(TYPES);
        for (String name : RelationTypes.clashes(declared)) {
            relations.error(
                    TYPES,
                    relations.name(TYPES) + " declares " + name + ", which is the name of a type already",
                    "each name stands for one type; the service has "
                            + String.join(", ", RelationTypes.BUILT_IN.names()));
        }
        return RelationTypes.with(declared);
    }

    /** Returns the types that a new relation may have. */
    public RelationTypes types() {
        return types;
    }

    /** Ends the subscription. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
