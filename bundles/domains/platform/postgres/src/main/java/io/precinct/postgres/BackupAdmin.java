package io.precinct.postgres;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.core.api.deploy.Deployments.Operator;
import io.precinct.core.api.launch.Launch;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.backup.Backup;
import io.precinct.postgres.server.Connector;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The administration endpoint that writes a backup of a running instance. */
@Component
@FamilyName("database")
public final class BackupAdmin implements BoundaryFamily {
    private static final Logger LOG = LoggerFactory.getLogger(BackupAdmin.class);
    private static final Logger AUDIT = LoggerFactory.getLogger("precinct.audit");

    private static final Schema COUNT = Schema.integer().atLeast(0);

    private static final Schema REFUSAL = Schema.object()
            .with("error", Schema.text())
            .optionally("code", Schema.text())
            .open()
            .named("BackupRefusal");

    private final Databases databases;
    private final Path data;

    /** Creates the endpoint on the database of this instance. */
    @Activate
    public BackupAdmin(BundleContext context, @Reference Databases databases) {
        this.databases = databases;
        this.data = Path.of(Objects.requireNonNullElse(context.getProperty(Launch.DATA_DIR), "data"));
    }

    @Override
    public List<Member> members() {
        return List.of(Member.on(
                RouteDeclaration.of("post", "/admin/backup").sealedInHeader().forAdmin(),
                "backup",
                Declaration.terminal()
                        .reads("params", Map.of("file", true))
                        .takes(Schema.object()
                                .with("file", Schema.text().example("/var/backups/precinct.backup"))
                                .closed())
                        .answers(
                                Answer.ok(
                                        "What was written.",
                                        Schema.object()
                                                .with("file", Schema.text())
                                                .with("bytes", COUNT)
                                                .with("tables", COUNT)
                                                .with("rows", COUNT)
                                                .with("files", COUNT)),
                                Answer.of(409, "No backup was written.", REFUSAL),
                                Answer.of(422, "The file cannot be written to.", REFUSAL),
                                Answer.of(503, "The database could not be read.", REFUSAL))
                        .describedAs("Writes a backup of the database and the data folder to a file of this machine.")
                        .build(),
                this::backup));
    }

    private Outcome backup(Input input) {
        Outcome outcome = write(input);
        Operator by = Operator.of(input);
        AUDIT.atInfo()
                .addKeyValue("by", by.name())
                .addKeyValue("from", by.address())
                .log(
                        "backup to {} by {}: {}",
                        input.params().text("file"),
                        by,
                        outcome instanceof Denial refused ? refused.error() : "written");
        return outcome;
    }

    private Outcome write(Input input) {
        if (!(databases instanceof PooledDatabases running)) {
            return Denial.of(503, "the database is not this bundle's own").with("code", "not_there");
        }
        String file = input.params().text("file");
        try {
            Backup.Written written = Backup.write(new Connector(running.server()), data, Maintenance.target(file));
            return Reply.ok(data(written));
        } catch (Maintenance.Impossible e) {
            return Denial.of(422, String.valueOf(e.getMessage())).with("code", "no_folder");
        } catch (IOException e) {
            return Denial.of(409, "no backup was written: " + e.getMessage()).with("code", "not_written");
        } catch (SQLException e) {
            LOG.error("a backup failed", e);
            return Denial.of(503, "the database could not be read; the log says why")
                    .with("code", "unavailable");
        }
    }

    private static Map<String, Object> data(Backup.Written written) {
        return Map.of(
                "file", written.file().toString(),
                "bytes", written.bytes(),
                "tables", written.tables(),
                "rows", written.rows(),
                "files", written.files());
    }
}
