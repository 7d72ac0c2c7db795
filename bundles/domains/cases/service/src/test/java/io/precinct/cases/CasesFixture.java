package io.precinct.cases;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.cases.CaseServices.Rules;
import io.precinct.cases.api.CaseChecklists;
import io.precinct.cases.channel.CaseStream;
import io.precinct.cases.current.CurrentEndpoints;
import io.precinct.cases.day.ZoneSettings;
import io.precinct.cases.export.ExportSettings;
import io.precinct.cases.export.Exports;
import io.precinct.cases.lifecycle.ClosingSettings;
import io.precinct.cases.lifecycle.Lifecycle;
import io.precinct.cases.links.CaseTree;
import io.precinct.cases.links.Links;
import io.precinct.cases.links.RelationSettings;
import io.precinct.cases.notes.Corrections;
import io.precinct.cases.notes.Notes;
import io.precinct.cases.record.People;
import io.precinct.cases.record.RelationTypes;
import io.precinct.cases.register.CaseEndpoints;
import io.precinct.cases.resume.Resume;
import io.precinct.cases.search.Search;
import io.precinct.cases.statistics.Statistics;
import io.precinct.cases.sync.SyncEndpoints;
import io.precinct.cases.trash.Trash;
import io.precinct.cases.trash.TrashSettings;
import io.precinct.cases.views.ServiceStatus;
import io.precinct.cases.views.ViewEndpoints;
import io.precinct.events.OutboxEvents;
import io.precinct.graph.GraphEndpoints;
import io.precinct.graph.checklists.ChecklistEndpoints;
import io.precinct.graph.checklists.ChecklistsOfCases;
import io.precinct.graph.nodes.CaseHold;
import io.precinct.graph.nodes.CaseNodeRemoval;
import io.precinct.graph.nodes.Nodes;
import io.precinct.itests.database.TestDatabase;
import io.precinct.postgres.api.Database;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import io.precinct.testkit.TestRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of cases, checklists and nodes on their own database, called through the complete handler chain.
 * Thread-safe.
 */
public final class CasesFixture implements AutoCloseable {
    /** The types of relations that the installation declares: one with a direction, one without. */
    static final Map<String, String> OWN_TYPES = Map.of("explains", "explained_by", "resembles", "resembles");

    private final TestDatabase databases;
    private final OutboxEvents events;
    private final Path ingest;
    private final ExportSettings exportSettings;
    private final CaseChecklists checklists;
    private final CaseServices services;
    private final SyncEndpoints sync;
    private final Trash trash;
    private final TestChain chain;

    /** Creates a fixture with an empty database, without automatic exports. */
    public CasesFixture() {
        this(false);
    }

    /** Creates a fixture with an empty database. */
    public CasesFixture(boolean autoExport) {
        this(TestDatabase.fresh(), autoExport);
    }

    /** Creates a fixture with an empty database, whose cases can be assigned to these people. */
    public CasesFixture(People people) {
        this(TestDatabase.fresh(), false, Rules.USUAL.with(people));
    }

    /** Creates a fixture with an empty database, where days begin and end in this zone. */
    public CasesFixture(ZoneId zone) {
        this(TestDatabase.fresh(), false, Rules.USUAL.with(ZoneSettings.fixed(zone)));
    }

    /** Creates a fixture with an empty database that completes cases under these settings. */
    public CasesFixture(ClosingSettings closing) {
        this(TestDatabase.fresh(), false, Rules.USUAL.with(closing));
    }

    /** Creates a fixture on this database and closes the database with it. */
    public CasesFixture(TestDatabase databases, boolean autoExport) {
        this(databases, autoExport, Rules.USUAL);
    }

    private CasesFixture(TestDatabase databases, boolean autoExport, Rules rules) {
        this.databases = databases;
        events = new OutboxEvents(databases);
        try {
            ingest = Files.createTempDirectory("precinct-ingest");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        exportSettings = ExportSettings.fixed(ingest, autoExport);
        var nodes = new Nodes(databases);
        var lists = new ChecklistsOfCases(nodes);
        services = CaseServices.of(
                databases,
                events,
                exportSettings,
                rules.with(RelationSettings.fixed(RelationTypes.with(OWN_TYPES))),
                List.of(new CaseNodeRemoval(nodes)),
                lists);
        var hold = new CaseHold(new CasesService(services));
        checklists = lists;
        sync = new SyncEndpoints(services);
        trash = new Trash(services, TrashSettings.fixed(Duration.ofDays(30)));
        TestChain building = TestChain.empty().strictInput(true);
        families().forEach(building::family);
        building.family("checklists", new ChecklistEndpoints(nodes, hold));
        building.family("graph", new GraphEndpoints(nodes, hold));
        chain = building.start();
        awaitDatabase();
    }

    /** Waits until the database responds: requests are refused while it starts. */
    public void awaitDatabase() {
        Eventually.untilAsserted(
                "the database answers", () -> database().write(transaction -> transaction.execute("SELECT 1")));
    }

    /** Returns the families of the cases bundle by name. */
    public Map<String, BoundaryFamily> families() {
        var families = new LinkedHashMap<String, BoundaryFamily>();
        families.put("tasks", new CaseEndpoints(services));
        families.put("trash", trash);
        families.put("lifecycle", new Lifecycle(services));
        families.put("stack", new CurrentEndpoints(services));
        families.put("notes", new Notes(services));
        families.put("corrections", new Corrections(services, exportSettings));
        families.put("links", new Links(services));
        families.put("tree", new CaseTree(services, checklists));
        families.put("channel", new CaseStream(services));
        families.put("views", new ViewEndpoints(services));
        families.put("search", new Search(services));
        families.put("statistics", new Statistics(services));
        families.put("system", new ServiceStatus(services));
        families.put("sync", sync);
        families.put("export", new Exports(services, exportSettings, checklists));
        families.put("resume", new Resume(services, checklists));
        return families;
    }

    /** The folder that artifacts are written to. */
    public Path ingest() {
        return ingest;
    }

    /** Returns the export settings. */
    public ExportSettings exportSettings() {
        return exportSettings;
    }

    /** Returns the checklists of the cases, as exports read them. */
    public CaseChecklists checklists() {
        return checklists;
    }

    /** Returns the test database, for another pool on it. */
    public TestDatabase databases() {
        return databases;
    }

    /** Returns the services that all parts of the bundle share. */
    public CaseServices services() {
        return services;
    }

    /** The database with the cases in it. */
    public Database database() {
        return services.database();
    }

    /** Creates a request that is not sent yet. */
    public TestRequest request(String method, String target) {
        return chain.request(method, target);
    }

    /** Sends a GET request. */
    public TestAnswer get(String target) {
        return request("GET", target).send();
    }

    /** Sends a POST request with a JSON body. */
    public TestAnswer post(String target, @Nullable Object body) {
        return request("POST", target).json(body).send();
    }

    /** Sends a POST request without a body. */
    public TestAnswer post(String target) {
        return request("POST", target).send();
    }

    /** Sends a PATCH request with a JSON body. */
    public TestAnswer patch(String target, Object body) {
        return request("PATCH", target).json(body).send();
    }

    /** Sends a PUT request with a JSON body. */
    public TestAnswer put(String target, Object body) {
        return request("PUT", target).json(body).send();
    }

    /** Sends a DELETE request. */
    public TestAnswer delete(String target) {
        return request("DELETE", target).send();
    }

    /** Creates a case with this label and returns its id. */
    public String create(String label) {
        return (String) post("/api/tasks", Map.of("label", label)).json().get("id");
    }

    /** Adds a relation between two cases. */
    public TestAnswer link(String from, String to, String type) {
        return post("/api/tasks/" + from + "/link-case", Map.of("related_task_id", to, "relationship_type", type));
    }

    /** Makes a case the child of another; fails if that is refused. */
    public void parent(String parent, String child) {
        TestAnswer answer = link(parent, child, "parent_of");
        if (answer.status() != 200) {
            throw new AssertionError(answer.text());
        }
    }

    /** Reads a case as it is served. */
    public Map<String, @Nullable Object> read(String id) {
        return get("/api/tasks/" + id).json();
    }

    /** Returns the event types of the notes of a case, in order. */
    public List<String> eventTypes(String id) {
        return notes(id).stream().map(note -> (String) note.get("event_type")).toList();
    }

    /** The notes of a case. */
    @SuppressWarnings("unchecked") // plain data
    public List<Map<String, Object>> notes(String id) {
        return (List<Map<String, Object>>) (List<?>) read(id).get("investigation_notes");
    }

    /** Waits until a query of one boolean returns true. */
    public void awaitSql(String sql) {
        Eventually.until(
                sql,
                () -> services.database()
                        .read(transaction -> transaction
                                .createQuery(sql)
                                .mapTo(Boolean.class)
                                .one()));
    }

    /** Waits until at least {@code transactions} transactions wait for a lock. */
    public void awaitBlocked(int transactions) {
        awaitSql("SELECT count(*) >= " + transactions
                + " FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    }

    /** Sends two requests in this order while another transaction has locked this case; returns their responses. */
    public List<TestAnswer> sendWhileLocked(String id, Callable<TestAnswer> first, Callable<TestAnswer> second)
            throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<TestAnswer>> both = database().write(transaction -> {
                transaction.execute("SELECT FROM cases.task WHERE id = ? FOR NO KEY UPDATE", id);
                Future<TestAnswer> one = threads.submit(first);
                awaitBlocked(1);
                Future<TestAnswer> other = threads.submit(second);
                awaitBlocked(2);
                return List.of(one, other);
            });
            return List.of(both.getFirst().get(), both.getLast().get());
        }
    }

    /** Waits for the next millisecond: times have milliseconds, so a later time needs a new one. */
    public static void tick() {
        Instant now = Instant.now();
        Eventually.until("the next millisecond", () -> Instant.now().toEpochMilli() != now.toEpochMilli());
    }

    /** Drops the table that a migration creates, and runs the migration on what is stored now. */
    void migrateAgain(String table, String migration) throws IOException {
        String sql;
        try (InputStream file =
                Objects.requireNonNull(getClass().getResourceAsStream("/io/precinct/cases/record/" + migration))) {
            sql = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        database().write(transaction -> {
            try (Statement statement = transaction.connection().createStatement()) {
                return statement.execute("DROP TABLE " + table + ";\n" + sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Executes SQL in its own transaction; returns the number of affected rows. */
    public int execute(String sql) {
        return services.database().write(transaction -> transaction.execute(sql));
    }

    @Override
    public void close() throws Exception {
        chain.close();
        sync.close();
        trash.close();
        events.close();
        databases.close();
        if (Files.exists(ingest)) {
            try (Stream<Path> files = Files.walk(ingest)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
