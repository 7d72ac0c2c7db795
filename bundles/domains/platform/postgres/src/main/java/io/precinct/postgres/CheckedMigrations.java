package io.precinct.postgres;

import io.precinct.core.api.launch.Launch;
import io.precinct.postgres.migration.Migrations;
import io.precinct.postgres.migration.RecordedMigrations;
import io.precinct.postgres.server.Connector;
import io.precinct.postgres.server.ExternalServer;
import io.precinct.postgres.settings.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a check of the configuration finds out about the schemas that bundles open: whether the database has migrations
 * with which they cannot work. An external database is asked; of the embedded one, the last instance wrote it down.
 * Immutable.
 */
final class CheckedMigrations {
    private final @Nullable RecordedMigrations recorded;
    private final @Nullable String unknown;

    /** @param folder of the embedded database */
    CheckedMigrations(DatabaseSettings settings, Path folder) {
        @Nullable RecordedMigrations found = null;
        String problem = null;
        try {
            found = settings.external() == null
                    ? RecordedMigrations.read(file(folder))
                    : asked(new ExternalServer(settings.external(), settings.direct()));
        } catch (IOException | SQLException e) {
            problem = "what the database has is not known, so that it is not compared with the bundles: "
                    + e.getMessage();
        }
        recorded = found;
        unknown = problem;
    }

    /** The file beside the embedded database. */
    static Path file(Path folder) {
        return folder.resolve("migrations.json");
    }

    private static RecordedMigrations asked(ExternalServer server) throws SQLException {
        try (Connection connection = new Connector(server).getConnection()) {
            return RecordedMigrations.read(connection);
        }
    }

    /** The outcome, as service properties that the launcher reads. */
    Map<String, Object> judge(Migrations opened) {
        List<String> problems = new ArrayList<>();
        if (recorded != null) {
            opened.refusals(recorded)
                    .forEach(refusal -> problems.add("database: " + refusal
                            + " (the next start serves everything else, and refuses its requests)"));
        }
        boolean good = problems.isEmpty();
        if (unknown != null) {
            problems.add("warning: database: " + unknown);
        }
        Map<String, Object> properties = new HashMap<>();
        properties.put(Launch.CONFIG_STATE, good ? Launch.LOADED : Launch.FAILED);
        properties.put(Launch.CONFIG_PROBLEMS, problems.toArray(String[]::new));
        return properties;
    }
}
