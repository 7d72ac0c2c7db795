package io.precinct.config.section;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsMember;
import io.precinct.api.settings.SettingsSection;
import io.precinct.config.settings.InUse;
import io.precinct.config.settings.Section;
import io.precinct.config.settings.SettingsMap;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.VerifyPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code verify} and {@code verify_output}, of the service or of a route: who may probe, and what happens to payloads
 * that do not match their output shape.
 */
final class VerifySection {
    private static final Setting<String> REQUIRES =
            Setting.text("requires").describedAs("The role a prober must have.");

    private static final Setting<Boolean> RECORD =
            Setting.flag("record").or(false).describedAs("Whether `record:<name>` writes fixtures.");

    private static final SettingsSection VERIFY = SettingsSection.of(
                    "verify", "Who may probe: `off` for nobody, else a map; absent: everybody.", REQUIRES, RECORD)
            .orOff();

    private static final SettingsSection VERIFY_ROUTE =
            SettingsSection.of("verify", "Who may probe the route.", REQUIRES).orOff();

    private static final Setting<VerifyOutput> OUTPUT_OF_ROUTE = Setting.word(
                    "verify_output", List.of("off", "log", "refuse"))
            .as(word -> VerifyOutput.valueOf(word.toUpperCase(Locale.ROOT)))
            .describedAs("What becomes of a payload that does not fit the `output_shape` of its boundary: nobody looks,"
                    + " it is answered and logged, or it is answered for with 500.");

    private static final Setting<VerifyOutput> OUTPUT = OUTPUT_OF_ROUTE.or("log");

    static final List<SettingsMember> MEMBERS = List.of(VERIFY, OUTPUT);

    private VerifySection() {}

    static VerifyPolicy ofService(Settings file) {
        return policy(file, VERIFY);
    }

    static VerifyOutput outputOfService(Settings file) {
        return file.need(OUTPUT);
    }

    /** The policy of a route, or null if the policy of the service applies. */
    static @Nullable VerifyPolicy ofRoute(Section route) {
        Settings read = read(route, VERIFY_ROUTE);
        return read.says(VERIFY_ROUTE) ? policy(read, VERIFY_ROUTE) : null;
    }

    /** The {@code verify_output} of a route, or null if the setting of the service applies. */
    static @Nullable VerifyOutput outputOfRoute(Section route) {
        return read(route, OUTPUT_OF_ROUTE).get(OUTPUT_OF_ROUTE);
    }

    /** Reads a member of a route. No member of a route is a path or needs a restart. */
    private static Settings read(Section route, SettingsMember member) {
        return SettingsMap.read(route, List.of(member), Path.of(""), new InUse());
    }

    private static VerifyPolicy policy(Settings of, SettingsSection declared) {
        Settings verify = of.section(declared);
        return new VerifyPolicy(!of.isOff(declared), verify.get(REQUIRES), Boolean.TRUE.equals(verify.get(RECORD)));
    }
}
