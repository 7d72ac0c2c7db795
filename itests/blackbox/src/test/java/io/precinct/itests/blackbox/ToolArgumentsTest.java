package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests, for every operation of every tool and each of its arguments, that a value of each type of JSON is honoured or
 * refused: no call succeeds while one of its arguments is without effect.
 */
@Timeout(240)
@SuppressWarnings("unchecked") // plain data
class ToolArgumentsTest {
    /** An operation of a tool, with its description. */
    private record Operation(String tool, String name, Map<String, @Nullable Object> description) {
        List<ArgumentSchema> arguments() {
            return ((Map<String, Map<String, ?>>) Objects.requireNonNull(description.get("arguments")))
                    .entrySet().stream()
                            .map(each -> new ArgumentSchema(each.getKey(), each.getValue()))
                            .toList();
        }

        boolean takes(String argument) {
            return arguments().stream().anyMatch(each -> each.name().equals(argument));
        }

        boolean isReading() {
            return String.valueOf(description.get("route")).startsWith("GET");
        }

        String key() {
            return tool + "." + name;
        }
    }

    /** A value of each type of JSON, and of those that are nearly of another type. */
    private static final List<@Nullable Object> VALUES =
            Data.list(null, true, 7, 7.0, 7.5, "text", "", List.of(), List.of("a"), Map.of(), Map.of("a", 1));

    /** Operations that change things of others, and are called while there are none. */
    private static final Set<String> ALONE = Set.of("cases.archive_completed");

    /** Values that do not fit the description, and yet are taken, each with the reason. */
    private static final Set<String> TAKEN = Set.of(
            // each trace is answered by itself: this one as invalid
            "source.resolve_traces.traces: [a]");

    /**
     * Members of a body that an operation takes and does not store, each with the reason: {@code replace} takes what
     * {@code get} answers, and these are the service's own.
     */
    private static final Set<String> NOT_STORED = Set.of(
            "cases.replace.created_at",
            "cases.replace.updated_at",
            "cases.replace.last_viewed",
            // the notes that are given are added to those of the case, which has one of its creation and one of the
            // change
            "cases.replace.investigation_notes",
            // the version that the change was made from
            "cases.replace.version",
            "cases.update.version");

    /** Parameters of queries without a visible effect on these answers, each with the reason. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            // there is one order
            "cases.search.sort",
            "templates.instances.sort",
            // it tells when a day begins, which changes an answer at some hours only
            "cases.find.timezone",
            "cases.today.timezone");

    private static final int THREADS = 4;

    @TempDir
    private static Path folder;

    private static Service service;
    private static ToolClient client;
    private static SampleArguments samples;
    private static List<Operation> operations;

    @BeforeAll
    static void start() throws IOException {
        GitFolder shop = GitFolder.init(folder.resolve("shop"));
        shop.write("app.yml", "port: 8080\n")
                .write("Till.java", "/** Takes money. @req:pay */\nclass Till {\n    int money;\n    Till till;\n}\n")
                .commit("as it was");
        shop.git("tag", "first");
        shop.git("tag", "also-first");
        shop.write("lib/Coin.java", "/** Is money, @req:pay, é Till. */\nclass Coin {\n    void pay(Till till) {}\n}\n")
                .write("Apron.java", "class Apron {\n    Till till;\n}\n")
                .write("lib/app.yml", "port: 1\nlist: [1, 2]\n")
                .commit("with coins");
        shop.git("branch", "other", "first");
        GitFolder.init(folder.resolve("stall")).write("app.yml", "port: 8081\n").commit("as it is");
        Distribution.copyTree(Distribution.built().home().resolve("config"), folder.resolve("config"));
        Service.initializeDatabase(folder);
        Service.write(folder.resolve("config/source.yml"), "repos: {shop: {url: ../shop}, stall: {url: ../stall}}\n");
        service =
                Service.on(folder, Files.readString(folder.resolve("config/service.yml")), "--features", allFeatures());
        Eventually.until("all serves", () -> service.http.get("/ready").status() == 200);
        for (String repository : List.of("shop", "stall")) {
            Eventually.until(
                    () -> repository + " is read: " + service.http.get("/repos").text(),
                    () -> service.http.get("/repos/" + repository + "/tree").status() == 200);
            service.awaitParsed(repository);
        }
        Map<?, ?> instance = (Map<?, ?>) Http.json(Files.readString(service.data.resolve("run.json")));
        client = new ToolClient(
                service.http, String.valueOf(Objects.requireNonNull(instance).get("token")), "ada");
        samples = new SampleArguments(client);
        operations = client.described().entrySet().stream()
                .flatMap(tool -> tool.getValue().entrySet().stream()
                        .map(each -> new Operation(tool.getKey(), each.getKey(), each.getValue())))
                .toList();
        client.call("graph", "add_event", SampleArguments.event("service:till", "library:money", "depends-on"));
        client.call("graph", "add_event", SampleArguments.event("library:money", "library:coin", "client-of"));
    }

    private static String allFeatures() throws IOException {
        try (Stream<Path> files = Files.list(Distribution.built().home().resolve("features"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".bundles"))
                    .map(name -> name.substring(0, name.lastIndexOf('.')))
                    .sorted()
                    .collect(Collectors.joining(","));
        }
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** Returns what is wrong with any operation, each operation asked by somebody of its own, several at once. */
    private static List<String> violations(Function<Operation, List<String>> search) throws Exception {
        List<String> all = new ArrayList<>();
        List<Callable<List<String>>> searches = new ArrayList<>();
        for (Operation operation : operations) {
            if (ALONE.contains(operation.key())) {
                all.addAll(search.apply(operation));
            } else {
                searches.add(() -> search.apply(operation));
            }
        }
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<List<String>> found : threads.invokeAll(searches)) {
                all.addAll(found.get());
            }
        }
        return all;
    }

    private static SampleArguments samplesOf(Operation operation) {
        return new SampleArguments(client.of("of-" + operation.key()));
    }

    @Test
    void everyValueOfEveryArgumentIsHonouredOrRefused() throws Exception {
        assertThat(operations).hasSizeGreaterThan(130);

        assertThat(violations(operation -> new Violations(operation).found())).isEmpty();
    }

    /** A value of an argument. */
    private record Given(String argument, @Nullable Object value) {
        @Override
        public String toString() {
            return argument + ": " + value;
        }
    }

    /** Calls an operation with all values of all arguments. */
    private static final class Violations {
        private final Operation operation;
        private final SampleArguments samples;
        private final List<String> found = new ArrayList<>();
        private Map<String, @Nullable Object> valid;

        Violations(Operation operation) {
            this.operation = operation;
            this.samples = samplesOf(operation);
            this.valid = sample();
        }

        /** Returns valid arguments, with which lists are short. */
        private Map<String, @Nullable Object> sample() {
            Map<String, @Nullable Object> sample = samples.of(operation.tool(), operation.name());
            if (operation.takes("limit")) {
                sample.put("limit", 1);
            }
            return sample;
        }

        List<String> found() {
            ToolClient.Answer sample = call("budget", 10_000);
            if (!sample.succeeded()) {
                found.add(operation.key() + " with " + valid + " is " + sample);
            }
            List<Given> refused = new ArrayList<>(List.of(new Given("no_such_argument", 1)));
            List<Given> fitting = new ArrayList<>();
            for (ArgumentSchema argument : operation.arguments()) {
                for (Object value : VALUES) {
                    var given = new Given(argument.name(), value);
                    boolean fits = argument.admits(value) || TAKEN.contains(operation.key() + "." + given);
                    (fits ? fitting : refused).add(given);
                }
            }
            expect(refused, callsOf(refused), 4);
            // a change uses up its sample, so that each needs one of its own
            expect(
                    fitting,
                    operation.isReading()
                            ? callsOf(fitting)
                            : fitting.stream()
                                    .map(given -> call(given.argument, given.value))
                                    .toList(),
                    2,
                    4);
            return found;
        }

        private void expect(List<Given> given, List<ToolClient.Answer> answers, Integer... hundreds) {
            for (int i = 0; i < given.size(); i++) {
                if (!List.of(hundreds).contains(answers.get(i).status() / 100)) {
                    found.add(operation.key() + "." + given.get(i) + " is " + answers.get(i) + ", expected "
                            + List.of(hundreds) + " hundred");
                }
            }
        }

        private List<ToolClient.Answer> callsOf(List<Given> given) {
            List<Map<String, @Nullable Object>> calls =
                    given.stream().map(each -> with(each.argument, each.value)).toList();
            return samples.client().calls(operation.tool(), operation.name(), calls);
        }

        private Map<String, @Nullable Object> with(String argument, @Nullable Object value) {
            Map<String, @Nullable Object> arguments = new LinkedHashMap<>(valid);
            arguments.put(argument, value);
            return arguments;
        }

        /** Calls with one argument beside valid ones. What a change has used up is made anew for the next call. */
        private ToolClient.Answer call(String argument, @Nullable Object value) {
            ToolClient.Answer answer = samples.client().call(operation.tool(), operation.name(), with(argument, value));
            if (answer.succeeded() && !operation.isReading()) {
                valid = sample();
            }
            return answer;
        }
    }

    @Test
    void aRepeatedKeyTakesEffectOnceAndAStaleVersionIsRefused() throws Exception {
        assertThat(violations(operation -> {
                    List<String> found = new ArrayList<>();
                    SampleArguments own = samplesOf(operation);
                    if (operation.takes("idempotency_key")) {
                        Map<String, @Nullable Object> arguments =
                                new LinkedHashMap<>(own.of(operation.tool(), operation.name()));
                        arguments.put("idempotency_key", "key-" + operation.key());
                        ToolClient.Answer first = own.client().call(operation.tool(), operation.name(), arguments);
                        ToolClient.Answer again = own.client().call(operation.tool(), operation.name(), arguments);
                        if (!first.succeeded() || !Data.equal(first.data(), again.data())) {
                            found.add(operation.key() + " with the same key is " + first + ", then " + again);
                        }
                    }
                    if (operation.takes("if_match")) {
                        Map<String, @Nullable Object> arguments =
                                new LinkedHashMap<>(own.of(operation.tool(), operation.name()));
                        arguments.put("if_match", 999);
                        ToolClient.Answer stale = own.client().call(operation.tool(), operation.name(), arguments);
                        if (stale.status() != 412) {
                            found.add(operation.key() + " with another version is " + stale);
                        }
                    }
                    return found;
                }))
                .isEmpty();
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        Set<String> writing = Set.of(
                "cases.create",
                "cases.update",
                "cases.replace",
                "stack.interrupt",
                "templates.create",
                "templates.replace");
        Set<String> stored = new TreeSet<>();
        List<String> lost = new ArrayList<>();
        for (Operation operation : operations) {
            if (!writing.contains(operation.key())) {
                continue;
            }
            for (ArgumentSchema argument : operation.arguments()) {
                String key = operation.key() + "." + argument.name();
                if (!argument.place().equals("body") || NOT_STORED.contains(key)) {
                    continue;
                }
                for (Object value : SampleValues.of(argument)) {
                    Map<String, @Nullable Object> arguments =
                            new LinkedHashMap<>(samples.of(operation.tool(), operation.name()));
                    arguments.put(argument.name(), value);
                    ToolClient.Answer answer = client.call(operation.tool(), operation.name(), arguments);
                    if (!answer.succeeded()) {
                        continue;
                    }
                    stored.add(operation.key());
                    Object read = readBack(operation, arguments, answer).member(argument.name());
                    if (!isSame(value, read, defaultOf(operation, argument.name()))) {
                        lost.add(key + ": " + value + " is read as " + read);
                    }
                }
            }
        }
        assertThat(lost).isEmpty();
        assertThat(stored).isEqualTo(writing);
    }

    @Test
    void whatIsWrittenOfNotesListsAndNodesIsRead() {
        String id = samples.newCase();
        Object note = client.ok("notes", "add", "id", id, "note", "One.", "detective", "bob")
                .member("note_id");
        assertThat(client.ok("notes", "get", "id", id, "idx", note).data())
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("content", "One.")
                .containsEntry("detective", "bob");
        client.ok("notes", "edit", "id", id, "idx", note, "note", "Two.", "detective", "eve");
        assertThat(client.ok("notes", "get", "id", id, "idx", note).member("content"))
                .isEqualTo("Two.");
        client.ok("notes", "redact", "id", id, "idx", note, "reason", "It names somebody.");
        assertThat(String.valueOf(
                        client.ok("notes", "get", "id", id, "idx", note).data()))
                .contains("It names somebody.")
                .doesNotContain("Two.");

        client.ok("lists", "create", "id", id, "name", "Door");
        client.ok("lists", "execute", "id", id, "name", "Door", "action", "add", "params", Map.of("text", "Sill"));
        client.ok(
                "lists",
                "execute",
                "id",
                id,
                "name",
                "Door",
                "action",
                "add",
                "params",
                Map.of("text", "Hinge", "position", 0));
        ToolClient.Answer items = client.ok("lists", "execute", "id", id, "name", "Door", "action", "list");
        assertThat(String.valueOf(items.data())).containsSubsequence("Hinge", "Sill");

        client.ok("lists", "write_node", "slug", "written", "body", "# Written\n");
        assertThat(client.ok("lists", "node", "slug", "written").member("body")).isEqualTo("# Written\n");
    }

    private static ToolClient.Answer readBack(
            Operation operation, Map<String, @Nullable Object> arguments, ToolClient.Answer answer) {
        Object made = answer.member("task") instanceof Map<?, ?> task ? task.get("id") : answer.member("id");
        Object id = arguments.getOrDefault("id", made);
        return client.ok(operation.tool().equals("templates") ? "templates" : "cases", "get", "id", id);
    }

    /** The value that a new thing has without the member. */
    private static @Nullable Object defaultOf(Operation operation, String member) {
        String tool = operation.tool().equals("templates") ? "templates" : "cases";
        return operations.stream()
                .filter(each -> each.tool().equals(tool) && each.name().equals("create"))
                .flatMap(each -> each.arguments().stream())
                .filter(argument -> argument.name().equals(member))
                .map(argument -> (Object) argument.keywords().get("x-precinct-default"))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Whether a member was stored; null clears it, which leaves its default or nothing. */
    private static boolean isSame(@Nullable Object value, @Nullable Object read, @Nullable Object otherwise) {
        if (value == null) {
            return Data.equal(otherwise, read) || Data.equal(read, List.of()) || Data.equal(read, Map.of());
        }
        return Data.equal(value, read)
                || value instanceof Map<?, ?> given
                        && read instanceof Map<?, ?> whole
                        && given.entrySet().stream()
                                .allMatch(each -> Data.equal(each.getValue(), whole.get(each.getKey())));
    }

    @Test
    void everyParameterOfAQueryChangesAnAnswer() {
        var seeded = new SeededThings(samples);
        // one after the other: what is made for one operation is in the lists of others
        assertThat(operations.stream()
                        .filter(Operation::isReading)
                        .flatMap(operation -> withoutEffect(operation, seeded).stream()))
                .as("give the parameter another value, or other arguments beside it")
                .isEmpty();
    }

    /** Returns the parameters of a query that change nothing in what an operation answers. */
    private static List<String> withoutEffect(Operation operation, SeededThings seeded) {
        List<String> without = new ArrayList<>();
        for (ArgumentSchema argument : operation.arguments()) {
            String key = operation.key() + "." + argument.name();
            if (argument.place().equals("query")
                    && !WITHOUT_EFFECT.contains(key)
                    && !hasEffect(operation, argument, seeded)) {
                without.add(key);
            }
        }
        return without;
    }

    private static boolean hasEffect(Operation operation, ArgumentSchema argument, SeededThings seeded) {
        Map<String, @Nullable Object> arguments = seeded.beside(operation.tool(), operation.name(), argument.name());
        List<@Nullable Object> values = SampleValues.of(argument);
        if (argument.name().equals("cursor")) {
            arguments.put("limit", 1);
            values = Data.list(
                    client.call(operation.tool(), operation.name(), arguments).member("next_cursor"));
        }
        Object before = stable(
                client.call(operation.tool(), operation.name(), arguments).data());
        for (Object value : values) {
            Map<String, @Nullable Object> changed = new LinkedHashMap<>(arguments);
            changed.put(argument.name(), value);
            ToolClient.Answer answer = client.call(operation.tool(), operation.name(), changed);
            if (answer.succeeded() && !Data.equal(before, stable(answer.data()))) {
                return true;
            }
        }
        return false;
    }

    /** Returns an answer without what changes with time. */
    private static @Nullable Object stable(@Nullable Object answer) {
        return switch (answer) {
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> stable = new LinkedHashMap<>();
                map.forEach((name, value) -> {
                    if (!Set.of("fetched_at", "as_of").contains(name)) {
                        stable.put(String.valueOf(name), stable(value));
                    }
                });
                yield stable;
            }
            case List<?> list -> list.stream().map(ToolArgumentsTest::stable).collect(Collectors.toList());
            case null, default -> answer;
        };
    }
}
