package io.precinct.graph.checklists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Data;
import io.precinct.cases.api.Cases;
import io.precinct.graph.GraphEndpoints;
import io.precinct.graph.api.Checklists.Item;
import io.precinct.graph.api.Checklists.Progress;
import io.precinct.graph.nodes.CaseHold;
import io.precinct.graph.nodes.Nodes;
import io.precinct.graph.nodes.ReadyNodes;
import io.precinct.itests.database.TestDatabase;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChecklistEndpointsTest {
    private static final TestDatabase DATABASE = TestDatabase.fresh();
    private static final Nodes NODES = ReadyNodes.of(DATABASE);
    private static final CaseHold HOLD = new CaseHold(new Known());
    private static final ChecklistEndpoints CHECKLISTS = new ChecklistEndpoints(NODES, HOLD);
    private static final TestChain CHAIN = TestChain.empty()
            .family("checklists", CHECKLISTS)
            .family("graph", new GraphEndpoints(NODES, HOLD))
            .strictInput(true)
            .start();

    private static int cases;

    /** The id of the existing case. */
    private static String present = "";

    private String id = "";

    /** A change that a case received. */
    private record Told(String id, Cases.Change change, String actor) {}

    private static final List<Told> CHANGES = Collections.synchronizedList(new ArrayList<>());

    /** Knows only the case {@link #present}. */
    private static final class Known implements Cases {
        @Override
        public ZoneId timezone() {
            return ZoneId.of("UTC");
        }

        @Override
        public @Nullable Map<String, @Nullable Object> find(String id) {
            return id.equals(present) ? Data.map("id", id) : null;
        }

        @Override
        public Set<String> existing(Collection<String> ids) {
            return ids.stream().filter(id -> find(id) != null).collect(Collectors.toSet());
        }

        @Override
        public Map<String, @Nullable Object> create(
                Transaction transaction, Map<String, @Nullable Object> fields, Origin origin, String actor) {
            throw new UnsupportedOperationException("not of use here");
        }

        @Override
        public List<Problem> problems(Map<String, @Nullable Object> fields) {
            return List.of();
        }

        @Override
        public List<String> listedMembers() {
            return List.of();
        }

        @Override
        public Instances instances(String templateId, @Nullable List<? extends @Nullable Object> after, int limit) {
            return new Instances(List.of(), 0, null);
        }

        @Override
        public boolean hold(Transaction transaction, String id) {
            return find(id) != null;
        }

        @Override
        public boolean lock(Transaction transaction, String id) {
            return hold(transaction, id);
        }

        @Override
        public void changed(Transaction transaction, String id, Change change, String actor) {
            CHANGES.add(new Told(id, change, actor));
        }
    }

    @BeforeEach
    void aCase() {
        id = "task-00000000-0000-4000-8000-%012d".formatted(++cases);
        present = id;
        CHANGES.clear();
    }

    @AfterAll
    static void stop() {
        CHAIN.close();
        DATABASE.close();
    }

    private String lists() {
        return "/api/tasks/" + id + "/lists";
    }

    private TestAnswer ensure(String name) {
        return CHAIN.post(lists(), Map.of("name", name)).send();
    }

    private TestAnswer execute(String list, String action, @Nullable Object... params) {
        return CHAIN.post(lists() + "/" + list + "/execute", Data.map("action", action, "params", Data.map(params)))
                .send();
    }

    private static List<String> shown(TestAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json()).containsOnlyKeys("list", "items");
        return ((List<?>) answer.json().get("items"))
                .stream()
                        .map(item -> (Map<?, ?>) item)
                        .map(item -> (Boolean.TRUE.equals(item.get("checked")) ? "x " : "_ ") + item.get("text"))
                        .toList();
    }

    private String body() {
        return String.valueOf(
                CHAIN.get("/api/graph/nodes/case-" + id).send().json().get("body"));
    }

    @Test
    void aCaseWithoutANodeHasNoLists() {
        TestAnswer answer = CHAIN.get(lists()).send();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.payload()).isEqualTo(List.of());
        assertThat(answer.header("X-Total-Count")).isEqualTo("0");
        assertThat(CHAIN.get("/api/graph/nodes/case-" + id).send().status())
                .as("looking creates nothing")
                .isEqualTo(404);
    }

    @Test
    void aListIsCreatedWithItsNodeAndThenFound() {
        TestAnswer created = ensure("To do");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("Location")).isEqualTo(lists() + "/to-do");
        assertThat(created.json())
                .containsOnlyKeys("name", "slug", "address", "total", "completed", "remaining", "percent", "updated_at")
                .containsEntry("name", "To do")
                .containsEntry("slug", "to-do")
                .containsEntry("address", "case-" + id + ":lists.to-do.todo")
                .containsEntry("total", 0)
                .containsEntry("percent", 0);
        assertThat(body()).isEqualTo("# case-" + id + "\n\n## Lists\n\n### To do\n");
        assertThat(ensure("to DO").status()).isEqualTo(200);
        assertThat(ensure("More").status()).isEqualTo(201);
        assertThat(body()).isEqualTo("# case-" + id + "\n\n## Lists\n\n### To do\n\n### More\n");
    }

    @Test
    void allTenActionsAnswerWithTheListAndItsItems() {
        assertThat(shown(execute("Steps", "add", "text", "b"))).containsExactly("_ b");
        assertThat(shown(execute("steps", "add", "text", "a", "position", 0))).containsExactly("_ a", "_ b");
        assertThat(shown(execute("steps", "add", "text", "c"))).containsExactly("_ a", "_ b", "_ c");
        assertThat(shown(execute("steps", "toggle", "index", 0))).containsExactly("x a", "_ b", "_ c");
        assertThat(shown(execute("steps", "check", "index", 2))).containsExactly("x a", "_ b", "x c");
        assertThat(shown(execute("steps", "uncheck", "index", 0))).containsExactly("_ a", "_ b", "x c");
        assertThat(shown(execute("steps", "update", "index", 1, "text", "B"))).containsExactly("_ a", "_ B", "x c");
        assertThat(shown(execute("steps", "move", "from", 2, "to", 0))).containsExactly("x c", "_ a", "_ B");
        TestAnswer listed = execute("steps", "list");
        assertThat(shown(listed)).containsExactly("x c", "_ a", "_ B");
        Object itemId = item(listed, 1).get("item_id");
        Object updated = item(listed, 2).get("item_id");
        assertThat(shown(execute("steps", "remove", "item_id", itemId))).containsExactly("x c", "_ B");
        assertThat(((Map<?, ?>) listed.json().get("list")).get("percent")).isEqualTo(33);
        assertThat(CHAIN.get("/api/graph/resolve?address=case-" + id + ":lists.steps.todo")
                        .send()
                        .json())
                .containsEntry("content", "- [x] c\n- [ ] B ^" + updated);
        assertThat(shown(execute("steps", "check_all"))).containsExactly("x c", "x B");
        TestAnswer cleared = execute("steps", "clear_completed");
        assertThat(shown(cleared)).isEmpty();
        assertThat(body()).doesNotContain("```");
        TestAnswer all = CHAIN.get(lists()).send();
        assertThat((List<?>) all.payload()).hasSize(1);
    }

    @Test
    void paramsMayBeMissingWhereAnActionNeedsNone() {
        ensure("a");
        for (Object body :
                List.of(Map.of("action", "list"), Data.map("action", "check_all", "params", null, "_seal", 1))) {
            assertThat(CHAIN.post(lists() + "/a/execute", body).send().status()).isEqualTo(200);
        }
    }

    private static Map<?, ?> item(TestAnswer answer, int index) {
        return (Map<?, ?>) ((List<?>) answer.json().get("items")).get(index);
    }

    @Test
    void anItemIsNamedByItsIdInEveryActionThatTakesOne() {
        execute("steps", "add", "text", "call back");
        Object id = item(execute("steps", "add", "text", "call back"), 1).get("item_id");
        assertThat(body()).endsWith("- [ ] call back\n- [ ] call back ^" + id + "\n```\n");
        assertThat(shown(execute("steps", "check", "item_id", id))).containsExactly("_ call back", "x call back");
        assertThat(shown(execute("steps", "move", "item_id", id, "to", 0)))
                .containsExactly("x call back", "_ call back");
        assertThat(shown(execute("steps", "update", "item_id", id, "text", "wait")))
                .containsExactly("x wait", "_ call back");
        assertThat(shown(execute("steps", "toggle", "item_id", id))).containsExactly("_ wait", "_ call back");
        assertThat(shown(execute("steps", "uncheck", "item_id", id))).containsExactly("_ wait", "_ call back");
        assertThat(item(execute("steps", "list"), 0))
                .isEqualTo(Data.map("index", 0, "item_id", id, "text", "wait", "checked", false));
        assertThat(shown(execute("steps", "remove", "item_id", id))).containsExactly("_ call back");
        for (Object[] gone : List.<Object[]>of(
                new Object[] {"update", "item_id", id, "text", "x"}, new Object[] {"move", "item_id", id, "to", 0})) {
            TestAnswer answer = execute("steps", (String) gone[0], Arrays.copyOfRange(gone, 1, gone.length));
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.json()).containsEntry("code", "item_not_found");
        }
        for (Object[] both : List.<Object[]>of(
                new Object[] {"update", "item_id", id, "index", 0, "text", "x"},
                new Object[] {"move", "item_id", id, "from", 0, "to", 0},
                new Object[] {"remove", "item_id", id, "index", 0})) {
            TestAnswer answer = execute("steps", (String) both[0], Arrays.copyOfRange(both, 1, both.length));
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.text()).contains("/params/item_id", "conflict");
        }
    }

    @Test
    void namesThatGiveOneSlugAreListsOfTheirOwn() {
        for (String name : List.of("C", "C++", "C#")) {
            TestAnswer made = ensure(name);
            assertThat(made.status()).isEqualTo(201);
            assertThat(made.json()).containsEntry("name", name);
            assertThat(ensure(name).status()).as("the same name again").isEqualTo(200);
            execute(String.valueOf(made.json().get("slug")), "add", "text", "of " + name);
        }
        assertThat(CHAIN.get(lists() + "?fields=name,slug").send().payload())
                .isEqualTo(Data.list(
                        Data.map("name", "C", "slug", "c"),
                        Data.map("name", "C++", "slug", "c-2"),
                        Data.map("name", "C#", "slug", "c-3")));
        assertThat(shown(execute("c-2", "list"))).containsExactly("_ of C++");
        assertThat(shown(execute("C++", "list"))).containsExactly("_ of C++");
        assertThat(shown(execute("C%23", "list"))).containsExactly("_ of C#");
        assertThat(CHAIN.get("/api/graph/resolve?address=case-" + id + ":lists.c-3.todo")
                        .send()
                        .json())
                .containsEntry("content", "- [ ] of C#");
        assertThat(CHAIN.request("DELETE", lists() + "/c").send().status()).isEqualTo(204);
        assertThat(execute("c", "list").status())
                .as("no other list takes its place")
                .isEqualTo(404);
        assertThat(shown(execute("c-2", "list"))).containsExactly("_ of C++");
        assertThat(execute("c", "add", "text", "anew").json().get("list"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("slug", "c");
    }

    @Test
    void theLocationOfAListIsPercentEncoded() {
        TestAnswer made = ensure("Ärger & Co.");
        assertThat(made.header("Location")).isEqualTo(lists() + "/%C3%A4rger-co");
        assertThat(CHAIN.post(made.header("Location") + "/execute", Map.of("action", "list"))
                        .send()
                        .status())
                .isEqualTo(200);
    }

    private void told(String content, @Nullable Object old, @Nullable Object now, Runnable work) {
        CHANGES.clear();
        work.run();
        assertThat(CHANGES).hasSize(1);
        Object kept = CHANGES.getFirst().change().kept();
        assertThat(CHANGES)
                .containsExactly(new Told(id, new Cases.Change(content, "lists.to-check", old, now, kept), "ada"));
    }

    private TestAnswer byAda(String action, @Nullable Object... params) {
        TestAnswer answer = CHAIN.post(
                        lists() + "/to-check/execute", Data.map("action", action, "params", Data.map(params)))
                .header("X-Detective", "ada")
                .send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private static Map<String, @Nullable Object> data(int index, Object id, String text, boolean checked) {
        return Data.map("index", index, "item_id", id, "text", text, "checked", checked);
    }

    @Test
    void aCaseIsToldWhatBecameOfWhichItemAndByWhom() {
        told(
                "Added the list To check",
                null,
                List.of(),
                () -> CHAIN.post(lists(), Map.of("name", "To check"))
                        .header("X-Detective", "ada")
                        .send());
        byAda("add", "text", "inodes");
        Object inodes = item(execute("to-check", "list"), 0).get("item_id");
        byAda("add", "text", "space");
        Object space = item(execute("to-check", "list"), 1).get("item_id");
        told(
                "Removed inodes from To check",
                List.of(data(0, inodes, "inodes", false)),
                List.of(),
                () -> byAda("remove", "item_id", inodes));
        told(
                "Added inodes to To check",
                List.of(),
                List.of(data(0, inodes, "inodes", false)),
                () -> byAda("add", "text", "inodes", "position", 0));
        told(
                "Checked space in To check",
                List.of(data(1, space, "space", false)),
                List.of(data(1, space, "space", true)),
                () -> byAda("check", "item_id", space));
        told(
                "Moved space in To check",
                List.of(data(1, space, "space", true)),
                List.of(data(0, space, "space", true)),
                () -> byAda("move", "item_id", space, "to", 0));
        told(
                "Changed inodes to blocks in To check",
                List.of(data(1, inodes, "inodes", false)),
                List.of(data(1, inodes, "blocks", false)),
                () -> byAda("update", "item_id", inodes, "text", "blocks"));
        told(
                "Unchecked space in To check",
                List.of(data(0, space, "space", true)),
                List.of(data(0, space, "space", false)),
                () -> byAda("toggle", "index", 0));
        told(
                "Checked 2 items in To check",
                List.of(data(0, space, "space", false), data(1, inodes, "blocks", false)),
                List.of(data(0, space, "space", true), data(1, inodes, "blocks", true)),
                () -> byAda("check_all"));
        told(
                "Removed 2 items from To check",
                List.of(data(0, space, "space", true), data(1, inodes, "blocks", true)),
                List.of(),
                () -> byAda("clear_completed"));
        told(
                "Removed the list To check",
                List.of(),
                null,
                () -> CHAIN.request("DELETE", lists() + "/to-check")
                        .header("X-Detective", "ada")
                        .send());
    }

    @Test
    void whatChangesNothingIsToldNobody() {
        ensure("To check");
        byAda("add", "text", "done");
        byAda("check", "index", 0);
        CHANGES.clear();
        ensure("To check");
        byAda("list");
        byAda("check", "index", 0);
        byAda("check_all");
        byAda("move", "from", 0, "to", 0);
        byAda("update", "index", 0, "text", "done");
        assertThat(execute("to-check", "check", "index", 7).status()).isEqualTo(422);
        assertThat(CHAIN.request("DELETE", lists() + "/none").send().status()).isEqualTo(404);
        put(body() + "\n# More\n");
        assertThat(CHANGES).isEmpty();
    }

    private TestAnswer put(String body) {
        return put("case-" + id, body);
    }

    @Test
    void aNodeThatIsPutTellsItsCaseWhatBecameOfEachList() {
        put("## Lists\n### Kept\n```todo\n- [ ] a\n- [ ] b\n- [ ] c\n```\n### Gone\n### Old name\n");
        assertThat(contents()).containsExactly("Added the list Kept", "Added the list Gone", "Added the list Old name");
        CHANGES.clear();
        put("## Lists\n### Kept\n```todo\n- [ ] a\n- [x] b\n- [ ] c\n- [ ] d\n```\n### New name ^old-name\n");
        assertThat(contents())
                .containsExactly(
                        "Changed 2 items in Kept",
                        "Removed the list Gone",
                        "Removed the list Old name",
                        "Added the list New name");
        CHANGES.clear();
        put("## Lists\n### Kept\n```todo\n- [x] b\n- [ ] a\n- [ ] c\n- [ ] d\n```\n### New name ^old-name\n");
        assertThat(contents()).containsExactly("Moved 2 items in Kept");
        CHANGES.clear();
        put("## Lists\n### Kept\n```todo\n- [ ] a\n- [ ] c\n- [ ] d\n```\n### New name ^old-name\n");
        assertThat(contents()).containsExactly("Removed b from Kept");
    }

    private static List<String> contents() {
        return CHANGES.stream().map(told -> told.change().content()).toList();
    }

    @Test
    void aNoteTellsOfAHundredItemsAtMostAndCountsAll() {
        var body = new StringBuilder("## Lists\n### To check\n```todo\n");
        for (int i = 0; i < ListChange.MOST + 1; i++) {
            body.append("- [ ] ").append(i).append('\n');
        }
        put(body + "```\n");
        CHANGES.clear();
        byAda("check_all");
        Cases.Change change = CHANGES.getFirst().change();
        assertThat(change.content()).isEqualTo("Checked 101 items in To check");
        assertThat((List<?>) change.old()).hasSize(ListChange.MOST);
        assertThat((List<?>) change.now()).hasSize(ListChange.MOST);
    }

    @Test
    void anotherDomainNeedsTheCasesToChangeTheListOfACase() {
        var alone = new NodeChecklists(NODES, new CaseHold(null));
        assertThatThrownBy(() -> alone.ensure("case-" + id, "a", "ada"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(502));
        assertThat(alone.ensure("handbook", "a", "ada").slug()).as("of no case").isEqualTo("a");
        assertThat(CHAIN.get("/api/graph/nodes/case-" + id).send().status()).isEqualTo(404);
    }

    @Test
    void anUnknownActionIs422WithWhatIsAllowed() {
        ensure("a");
        TestAnswer answer = execute("a", "explode");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().get("allowed")).isEqualTo(ActionForm.ACTIONS);
        for (Object body : List.of(List.of(), 5, "list", Map.of(), Map.of("action", "list", "titel", 1))) {
            assertThat(CHAIN.post(lists() + "/a/execute", body).send().status())
                    .as(body.toString())
                    .isEqualTo(422);
        }
        assertThat(execute("a", "add", "text", "one\ntwo").status()).isEqualTo(422);
        assertThat(execute("a", "toggle", "index", 0).status()).isEqualTo(422);
        assertThat(ensure("").status()).isEqualTo(422);
        assertThat(ensure("a\nb").status()).isEqualTo(422);
        assertThat(CHAIN.post(lists(), Map.of()).send().status()).isEqualTo(422);
    }

    @Test
    void whatIsNotThereIs404AndNamed() {
        for (String action : ActionForm.ACTIONS) {
            if (!action.equals("add")) {
                TestAnswer answer = execute(
                        "none",
                        action,
                        switch (action) {
                            case "toggle", "check", "uncheck", "remove" -> new Object[] {"index", 0};
                            case "update" -> new Object[] {"index", 0, "text", "x"};
                            case "move" -> new Object[] {"from", 0, "to", 0};
                            default -> new Object[0];
                        });
                assertThat(answer.status()).as(action).isEqualTo(404);
                assertThat(answer.json()).containsEntry("code", "list_not_found");
            }
        }
        assertThat(CHAIN.request("DELETE", lists() + "/none").send().status()).isEqualTo(404);
        assertThat(CHAIN.get("/api/graph/nodes/case-" + id).send().status()).isEqualTo(404);
        for (String unknown : List.of("task-1", "%00", "..")) {
            TestAnswer answer = CHAIN.get("/api/tasks/" + unknown + "/lists").send();
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.json()).containsEntry("code", "case_not_found");
        }
        assertThat(CHAIN.post("/api/tasks/task-1/lists", Map.of("name", "a"))
                        .send()
                        .status())
                .isEqualTo(404);
        assertThat(CHAIN.post("/api/tasks/task-1/lists/a/execute", Map.of("action", "list"))
                        .send()
                        .status())
                .isEqualTo(404);
        assertThat(CHAIN.request("DELETE", "/api/tasks/task-1/lists/a").send().status())
                .isEqualTo(404);
    }

    @Test
    void withoutTheCasesEveryEndpointSaysSoAndWhenToComeBack() {
        var alone = new ChecklistEndpoints(NODES, new CaseHold(null));
        try (TestChain chain = TestChain.empty().family("checklists", alone).start()) {
            TestAnswer answer = chain.get(lists()).send();
            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.header("Retry-After")).isNotNull();
            assertThat(answer.json()).containsEntry("code", "cases_unavailable").containsEntry("retryable", true);
        }
    }

    @Test
    void aStoreThatIsGoneIs502() {
        var gone = TestDatabase.fresh();
        var family = new ChecklistEndpoints(ReadyNodes.of(gone), new CaseHold(new Known()));
        try (TestChain chain = TestChain.empty().family("checklists", family).start()) {
            assertThat(chain.get(lists()).send().status()).isEqualTo(200);
            gone.close();
            for (TestAnswer answer : List.of(
                    chain.get(lists()).send(),
                    chain.post(lists(), Map.of("name", "a")).send())) {
                assertThat(answer.status()).as(answer.text()).isEqualTo(502);
                assertThat(answer.header("Retry-After")).isNotNull();
                assertThat(answer.json()).containsEntry("retryable", true);
            }
        }
    }

    @Test
    void oneListGoesAndEverythingElseStaysByteForByte() {
        String before =
                "# case-" + id + "\r\n\r\n\tnote  \r\n## Lists\r\n### Keep\r\n~~~todo\r\n- [X] k  \r\n~~~\r\n\r\n";
        String after = "### Also\r\n```todo\r\n- [ ] x\r\n```\r\n## End\r\nno newline";
        CHAIN.request("PUT", "/api/graph/nodes/case-" + id)
                .json(Map.of("body", before + "### Go\r\n```todo\r\n- [ ] g\r\n```\r\n" + after))
                .send();
        TestAnswer answer = CHAIN.request("DELETE", lists() + "/Go").send();
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.content()).isEmpty();
        assertThat(body()).isEqualTo(before + after);
    }

    @Test
    void aNodeIsPutForACaseThatIsThereAndForNoOther() {
        assertThat(put("# a").status()).isEqualTo(201);
        TestAnswer gone = put("case-task-00000000-0000-4000-9000-000000000000", "# a");
        assertThat(gone.status()).isEqualTo(404);
        assertThat(gone.json()).containsEntry("code", "case_not_found");
        assertThat(put("case-study", "# a").status()).as("of no case").isEqualTo(201);
    }

    private static TestAnswer put(String slug, String body) {
        return CHAIN.request("PUT", "/api/graph/nodes/" + slug)
                .json(Map.of("body", body))
                .send();
    }

    @Test
    void listsArePagedAndProjected() {
        for (String name : List.of("c", "a", "b")) {
            ensure(name);
        }
        TestAnswer first = CHAIN.get(lists() + "?limit=2&fields=slug,total").send();
        assertThat(first.payload())
                .isEqualTo(Data.list(Data.map("slug", "c", "total", 0), Data.map("slug", "a", "total", 0)));
        assertThat(first.header("X-Total-Count")).isEqualTo("3");
        String link = first.header("Link");
        TestAnswer second = CHAIN.get(link.substring(1, link.indexOf('>'))).send();
        assertThat(second.payload()).isEqualTo(Data.list(Data.map("slug", "b", "total", 0)));
        assertThat(second.header("Link")).isNull();
        assertThat(CHAIN.get(lists() + "?envelope=1&sort=-position").send().json())
                .containsOnlyKeys("items", "total", "next_cursor");
        assertThat(CHAIN.get(lists() + "?sort=size").send().status()).isEqualTo(422);
    }

    @Test
    void aStalePreconditionIs412AndARepeatedKeyIsOneChange() {
        String tag = ensure("a").header("ETag");
        execute("a", "add", "text", "1");
        TestAnswer stale = CHAIN.post(lists() + "/a/execute", Map.of("action", "check_all"))
                .header("If-Match", tag)
                .send();
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.json().get("current")).isInstanceOf(List.class);
        for (int i = 0; i < 2; i++) {
            TestAnswer added = CHAIN.post(
                            lists() + "/a/execute", Map.of("action", "add", "params", Map.of("text", "2")))
                    .header("Idempotency-Key", "once")
                    .send();
            assertThat(shown(added)).containsExactly("_ 1", "_ 2");
        }
        for (int i = 0; i < 2; i++) {
            TestAnswer removed = CHAIN.request("DELETE", lists() + "/a")
                    .header("Idempotency-Key", "gone")
                    .send();
            assertThat(removed.status()).isEqualTo(204);
            assertThat(removed.content()).isEmpty();
        }
    }

    @Test
    void sixteenClientsOfTwoProcessesLoseNothing() throws Exception {
        int clients = 16;
        int rounds = 12;
        var services =
                List.of(new NodeChecklists(NODES, HOLD), new NodeChecklists(ReadyNodes.ofAnother(DATABASE), HOLD));
        String node = "case-" + id;
        var start = new CyclicBarrier(clients);
        var work = new ArrayList<Callable<Void>>();
        for (int c = 0; c < clients; c++) {
            int client = c;
            var service = services.get(client % 2);
            work.add(() -> {
                start.await();
                String list = client % 4 < 2 ? "Shared" : "Other";
                for (int round = 0; round < rounds; round++) {
                    String text = client + "/" + round;
                    String itemId = service.execute(node, list, "add", Map.of("text", text), "ada").stream()
                            .filter(item -> item.text().equals(text))
                            .findFirst()
                            .orElseThrow()
                            .itemId();
                    service.execute(node, list, "toggle", Map.of("item_id", itemId), "ada");
                    if (round % 3 == 2) {
                        service.execute(node, list, "remove", Map.of("item_id", itemId), "ada");
                    }
                    service.execute(node, list, "move", Map.of("from", 0, "to", 0), "ada");
                }
                return null;
            });
        }
        try (var threads = Executors.newFixedThreadPool(clients)) {
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        }
        List<Progress> lists = services.getFirst().of(node);
        assertThat(lists).extracting(Progress::slug).containsExactlyInAnyOrder("shared", "other");
        int kept = clients / 2 * rounds * 2 / 3;
        for (Progress list : lists) {
            assertThat(list.total()).isEqualTo(kept);
            assertThat(list.completed()).isEqualTo(kept);
            List<Item> items = services.getFirst().execute(node, list.slug(), "list", Map.of(), "ada");
            assertThat(items).extracting(Item::text).doesNotHaveDuplicates();
            assertThat(items).extracting(Item::index).isSorted();
        }
    }
}
