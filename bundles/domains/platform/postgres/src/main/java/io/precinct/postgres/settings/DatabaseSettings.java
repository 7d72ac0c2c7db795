package io.precinct.postgres.settings;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.postgres.server.DatabaseAddress;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the database, from {@code cases.yml}.
 *
 * @param external address of an external database, or null for the embedded one
 * @param direct address of its server itself if {@code external} is that of a pooler, else null
 * @param connections most connections of this process at a time
 */
public record DatabaseSettings(
        @Nullable DatabaseAddress external, @Nullable DatabaseAddress direct, int connections) {
    /** The settings file. */
    public static final String FILE = "cases.yml";
    /** The key in the settings file. */
    public static final String KEY = "database";

    private static final Setting<String> URL = Setting.text(
                    "url", "jdbc:postgresql:.*", "jdbc:postgresql://HOST/DATABASE")
            .describedAs("The external database, tested with PostgreSQL 18. It carries no password.")
            .example("jdbc:postgresql://db.example.org/precinct")
            .secret() // an invalid value may contain a password
            .afterRestart();

    private static final Setting<String> USER = Setting.text("user")
            .describedAs("The role to connect as; it owns the database, or may create schemas in it.")
            .afterRestart();

    private static final Setting<String> PASSWORD = Setting.text("password")
            .describedAs("Its password.")
            .example("${PRECINCT_DATABASE_PASSWORD}")
            .secret()
            .afterRestart();

    private static final Setting<String> DIRECT = Setting.text(
                    "direct", "jdbc:postgresql:.*", "jdbc:postgresql://HOST/DATABASE")
            .describedAs(
                    "The server's own address, if url is that of PgBouncer in transaction mode: migrations, backups"
                            + " and notifications go around it.")
            .example("jdbc:postgresql://db.example.org/precinct")
            .secret() // an invalid value may contain a password
            .afterRestart();

    private static final Setting<Integer> CONNECTIONS = Setting.whole("connections", 2, 200)
            .or(10L)
            .as(Math::toIntExact)
            .describedAs("The most connections of one process.")
            .afterRestart();

    private static final SettingsSection DATABASE = SettingsSection.of(
                    KEY,
                    "Where the cases are; without url, user and password an embedded PostgreSQL with its files in"
                            + " postgres below the data folder.",
                    URL,
                    USER,
                    PASSWORD,
                    DIRECT,
                    CONNECTIONS)
            .together(URL, USER, PASSWORD);

    /** The declaration of these settings. */
    public static final SettingsPart PART = SettingsPart.of(FILE, DATABASE);

    /** Reads the settings from the file; reports problems to it. */
    public static DatabaseSettings of(Settings file) {
        Settings database = file.section(DATABASE);
        int connections = database.need(CONNECTIONS);
        String url = database.get(URL);
        String user = database.get(USER);
        String password = database.get(PASSWORD);
        String direct = database.get(DIRECT);
        if (url == null || user == null || password == null) {
            if (direct != null && url == null) {
                database.error(DIRECT, database.name(DIRECT) + " stands alone", "it goes with " + database.name(URL));
            }
            return new DatabaseSettings(null, null, connections);
        }
        refusePassword(database, URL, url);
        if (direct != null) {
            refusePassword(database, DIRECT, direct);
        }
        return new DatabaseSettings(
                new DatabaseAddress(url, user, password),
                direct == null ? null : new DatabaseAddress(direct, user, password),
                connections);
    }

    private static void refusePassword(Settings database, Setting<String> setting, String url) {
        if (url.contains("password=")) {
            database.error(
                    setting,
                    database.name(setting) + " contains a password",
                    "it belongs into " + database.name(PASSWORD));
        }
    }
}
