package io.precinct.cases.sync;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Permission;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseRoles;
import io.precinct.cases.background.BackgroundWork;
import io.precinct.postgres.api.Database;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Principal;
import java.time.Duration;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Endpoints below {@code /api/sync}: manifest, pull and push. */
@Component
@FamilyName("sync")
public final class SyncEndpoints implements BoundaryFamily {
    /** The size limit in bytes of a request, and of the response to a pull. */
    static final long BYTES = 32L << 20;

    private static final Duration CLEANING = Duration.ofHours(1);

    private final Manifest manifest;
    private final Pull pull;
    private final Push push;
    private final Database database;
    private final BackgroundWork cleaning;

    /** Creates the endpoints on these services. */
    @Activate
    public SyncEndpoints(@Reference CaseServices services) {
        database = services.database();
        manifest = new Manifest(services);
        pull = new Pull(services);
        push = new Push(services);
        cleaning = BackgroundWork.every(CLEANING, "precinct-sync-retention", this::clean);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                Member.on(
                        route("manifest", CaseRoles.READING),
                        "manifest",
                        SyncDocuments.MANIFEST,
                        Endpoint.item(manifest::compare)),
                Member.on(route("pull", CaseRoles.READING), "pull", SyncDocuments.PULL, Endpoint.item(pull::pull)),
                Member.on(route("push", CaseRoles.SYNCING), "push", SyncDocuments.PUSH, Endpoint.item(push::push)));
    }

    private static RouteDeclaration route(String name, Permission permission) {
        return RouteDeclaration.of("post", "/api/sync/" + name)
                .withBodyLimit(BYTES)
                .permitting(permission)
                .principalIn(Principal.HEADER);
    }

    /** Removes tombstones, revisions and arrivals after 90 days. */
    private void clean() {
        for (String table : List.of(
                "cases.tombstone WHERE deleted_at",
                "cases.revision WHERE synced_at",
                "cases.arrival WHERE arrived_at")) {
            String some = table.substring(0, table.indexOf(' '));
            String delete = "DELETE FROM " + some + " WHERE ctid IN (SELECT ctid FROM " + table
                    + " < now() - interval '90 days' LIMIT 1000)";
            while (database.write(transaction -> transaction.execute(delete)) == 1000) {
                // more rows remain
            }
        }
    }

    /** Stops the cleaning. */
    @Deactivate
    public void close() {
        cleaning.close();
    }
}
