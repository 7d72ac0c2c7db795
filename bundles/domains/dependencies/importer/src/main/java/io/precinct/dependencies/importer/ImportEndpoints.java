package io.precinct.dependencies.importer;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.dependencies.api.DependencyRoles;
import io.precinct.dependencies.importer.read.Fault;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Schemas;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints that run imports and report the results of the last imports. Thread-safe. */
@Component
@FamilyName("graph_imports")
public final class ImportEndpoints implements BoundaryFamily {
    private static final int LONGEST_NAME = 200;
    private static final int MOST_FAULTS = 100;

    /** How long a request waits; a request gets 30 seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Field<@Nullable String> REPO =
            Field.text("repo", LONGEST_NAME).describedAs("The repository; without it all that are imported.");
    private static final Field<@Nullable Boolean> DRY_RUN =
            Field.truth("dry_run").describedAs("Whether to tell only what would be appended; false by default.");

    private static final Set<String> ENDED = Set.of("done", "failed", "skipped");

    private static final Schema COUNT = Schema.integer().atLeast(0);

    private static final Schema IMPORT = Schema.object()
            .with("repo", Schema.text())
            .with(
                    "state",
                    Schema.oneOf("running", "done", "failed", "skipped", "never", "gone")
                            .describedAs(
                                    "skipped: no git; never: not since the start; gone: the repository is configured no longer, or import.repos does not select it."))
            .with("time", Schemas.TIME.orNull())
            .with("commit", Schema.text().orNull())
            .with("dry_run", Schema.truth())
            .with("files", Schema.any().describedAs("How many were read, by kind."))
            .with("edges", COUNT.describedAs("Edges that the repository asserts now."))
            .with("asserted", COUNT)
            .with("withdrawn", COUNT)
            .with("kept", COUNT.describedAs("Edges that stay because the file that said them cannot be read."))
            .with(
                    "faults",
                    Schema.list(Schema.object()
                            .with("path", Schema.text())
                            .with("line", COUNT.describedAs("From 1; 0 if the file as a whole is meant."))
                            .with("message", Schema.text())))
            .with("fault_count", COUNT.describedAs("Of all faults; the first " + MOST_FAULTS + " are listed."))
            .with("error", Schema.text().orNull())
            .named("DependencyImport");

    private static final Schema IMPORTS = Schema.object().with("items", Schema.list(IMPORT));

    private final Importer importer;

    /** Creates the endpoints on this importer. */
    @Activate
    public ImportEndpoints(@Reference Importer importer) {
        this.importer = importer;
    }

    @Override
    public List<Member> members() {
        Declaration run = Declaration.terminal()
                .describedAs(
                        "Imports what repositories say now, and waits up to " + PATIENCE.toSeconds() + " s for it.")
                .under(Contracts.READING)
                .under(Contracts.NOT_FOUND)
                .under(Field.query(REPO, DRY_RUN))
                .answers(Answer.ok("What was appended, for each repository.", IMPORTS))
                .build();
        Declaration list = Declaration.terminal()
                .describedAs("How the last import of each repository went.")
                .under(Contracts.READING)
                .answers(Answer.ok("The imports.", IMPORTS))
                .build();
        return Endpoint.family(
                Member.on(
                        RouteDeclaration.of("post", "/graph/import").permitting(DependencyRoles.WRITING),
                        "import",
                        run,
                        Endpoint.item(this::run)),
                Member.on(RouteDeclaration.of("get", "/graph/imports"), "imports", list, Endpoint.item(this::list)));
    }

    // @req:dependency-import
    private Outcome run(Input input) throws InterruptedException {
        Form query = Form.query(input);
        String repo = REPO.in(query);
        boolean dryRun = Boolean.TRUE.equals(DRY_RUN.in(query));
        query.check();
        Map<String, CompletableFuture<ImportReport>> running = new LinkedHashMap<>();
        for (String name : repo == null || repo.isEmpty() ? importer.imported() : List.of(known(repo))) {
            running.put(name, importer.submit(name, dryRun));
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<@Nullable Object> items = new ArrayList<>();
        for (var each : running.entrySet()) {
            items.add(view(ended(each.getKey(), each.getValue(), end - System.nanoTime(), dryRun)));
        }
        return Reply.ok(Data.map("items", Data.freezeList(items)));
    }

    private String known(String repo) {
        if (!importer.imported().contains(repo) && !importer.gone().contains(repo)) {
            throw Refusal.notFound("repository that is imported", repo);
        }
        return repo;
    }

    private static ImportReport ended(String name, CompletableFuture<ImportReport> report, long nanos, boolean dryRun)
            throws InterruptedException {
        try {
            return report.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return ImportReport.running(name, dryRun);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an import always ends with a report", e);
        }
    }

    // @req:dependency-imports
    private Outcome list(Input input) {
        Form query = Form.query(input);
        query.check();
        List<String> gone = importer.gone();
        Set<String> names = new LinkedHashSet<>(importer.imported());
        names.addAll(gone);
        List<@Nullable Object> items = new ArrayList<>();
        for (String name : names) {
            ImportReport last = importer.last(name);
            ImportReport told = last == null ? ImportReport.running(name, false) : last;
            if (gone.contains(name)) {
                items.add(view(told, "gone"));
            } else {
                items.add(last == null ? view(told, "never") : view(told));
            }
        }
        return Reply.ok(Data.map("items", Data.freezeList(items)));
    }

    private static Map<String, @Nullable Object> view(ImportReport report) {
        return view(report, report.state().name().toLowerCase(Locale.ROOT));
    }

    private static Map<String, @Nullable Object> view(ImportReport report, String state) {
        boolean ended = ENDED.contains(state);
        var files = Data.mapBuilder();
        report.files().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> files.put(each.getKey(), each.getValue().longValue()));
        List<Map<String, @Nullable Object>> faults = report.faults().stream()
                .limit(MOST_FAULTS)
                .map(ImportEndpoints::view)
                .toList();
        return Data.mapBuilder()
                .put("repo", report.repository())
                .put("state", state)
                .put("time", ended ? Timestamps.text(report.time()) : null)
                .put("commit", report.commit())
                .put("dry_run", report.dryRun())
                .put("files", files.build())
                .put("edges", report.edges())
                .put("asserted", report.asserted())
                .put("withdrawn", report.withdrawn())
                .put("kept", report.kept())
                .put("faults", Data.freezeList(faults))
                .put("fault_count", (long) report.faults().size())
                .put("error", report.error())
                .build();
    }

    private static Map<String, @Nullable Object> view(Fault fault) {
        return Data.map("path", fault.path(), "line", (long) fault.line(), "message", fault.message());
    }
}
