package io.precinct.cases;

import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSource;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.People;
import io.precinct.core.api.dispatch.GatewayUsers;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The people whom {@code cases.yml} lists, and the users of the gateway. A reload updates them. Thread-safe. */
@Component(service = PeopleSettings.class, immediate = true)
@OwnsSettings(file = "cases.yml", keys = "people")
public final class PeopleSettings {
    private static final Setting<List<String>> PEOPLE = Setting.texts(
                    "people", PeopleSettings::isName, "names without space around them, neither default nor unassigned")
            .describedAs("People beside the users of the gateway to whom users may assign cases.")
            .example(List.of("night shift"));

    /** The declaration of these settings. */
    public static final SettingsPart PART = SettingsPart.of("cases.yml", PEOPLE);

    private final AutoCloseable subscription;
    private volatile List<String> listed = List.of();

    /** Optional: an installation may have no gateway. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable GatewayUsers users;

    /** Subscribes to the settings file. */
    @Activate
    public PeopleSettings(@Reference SettingsSource settings) {
        subscription = settings.subscribe(PART, file -> {
            List<String> read = List.copyOf(file.need(PEOPLE));
            return () -> listed = read;
        });
    }

    private static boolean isName(String name) {
        return name.length() <= CaseLimits.NAME && name.equals(People.trimmed(name)) && !People.isReserved(name);
    }

    /** Returns the people, as they are whenever they are asked for. */
    public People people() {
        return new People(this::users, () -> listed);
    }

    private Set<String> users() {
        GatewayUsers present = users;
        return present == null ? Set.of() : present.names();
    }

    /** Ends the subscription. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
