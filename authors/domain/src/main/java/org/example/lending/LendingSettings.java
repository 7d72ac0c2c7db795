package org.example.lending;

import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** What {@code lending.yml} says; a reload changes it. Thread-safe. */
@Component(service = LendingSettings.class, immediate = true)
@OwnsSettings(file = LendingSettings.FILE, keys = "lending")
public final class LendingSettings {
    static final String FILE = "lending.yml";
    static final int LONGEST_LOAN = 365;

    private static final Setting<Integer> LOAN_DAYS = Setting.whole("loan_days", 1, LONGEST_LOAN)
            .or(14L)
            .as(Math::toIntExact)
            .describedAs("How many days a tool may be borrowed for.");

    private static final Setting<Integer> MOST_LOANS = Setting.whole("most_loans", 1, 100)
            .or(3L)
            .as(Math::toIntExact)
            .describedAs("How many tools one person may have at a time.");

    private static final Setting<String> BOX_SECRET = Setting.text(
                    "box_secret", "\\S{16,}", "16 characters or more, without spaces")
            .secret()
            .absentMeans("there is no return box")
            .describedAs("What the return box signs its deliveries with.")
            .example("${LENDING_BOX_SECRET}");

    private static final SettingsSection LENDING =
            SettingsSection.of("lending", "The lending of tools.", LOAN_DAYS, MOST_LOANS, BOX_SECRET);

    private final AutoCloseable subscription;
    private volatile Values values;

    /**
     * The settings of a moment.
     *
     * @param loanDays how many days a tool may be borrowed for
     * @param mostLoans of one person at a time
     * @param boxSecret what the return box signs with, or null if there is none
     */
    record Values(int loanDays, int mostLoans, String boxSecret) {
        private static Values of(Settings lending) {
            return new Values(lending.need(LOAN_DAYS), lending.need(MOST_LOANS), lending.get(BOX_SECRET));
        }
    }

    /** Follows the file. */
    @Activate
    public LendingSettings(@Reference SettingsSource source) {
        // A file that is not good never gets here: until it is mended, the defaults or what was read before hold.
        values = new Values(14, 3, null);
        subscription = source.subscribe(SettingsPart.of(FILE, LENDING), file -> {
            Values read = Values.of(file.section(LENDING));
            return () -> values = read;
        });
    }

    private LendingSettings(Values values) {
        this.values = values;
        subscription = () -> {};
    }

    /** Settings that stay as they are, for tests. */
    static LendingSettings fixed(Values values) {
        return new LendingSettings(values);
    }

    /** As they are now; fetch them for every use. */
    Values now() {
        return values;
    }

    /** Ends following. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
