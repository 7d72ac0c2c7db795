package io.precinct.cases.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.CasesFixture;
import io.precinct.testkit.TestAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A client that reconciles two instances through their endpoints and stores the hash of each common state. Not
 * thread-safe.
 */
@SuppressWarnings("unchecked") // plain data
final class SyncClient {
    private final CasesFixture mine;
    private final CasesFixture theirs;
    private final List<String> expand;
    private final Map<String, String> base = new HashMap<>();
    private List<Map<String, Object>> taken = List.of();

    /** Creates a client that reconciles cases without checklists and relations. */
    SyncClient(CasesFixture mine, CasesFixture theirs) {
        this(mine, theirs, List.of());
    }

    /** Creates a client that reconciles cases with the requested expansions. */
    SyncClient(CasesFixture mine, CasesFixture theirs, List<String> expand) {
        this.mine = mine;
        this.theirs = theirs;
        this.expand = expand;
    }

    static Map<String, Object> post(CasesFixture fixture, String name, Object body) {
        TestAnswer answer = fixture.post("/api/sync/" + name, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    /** Returns all cases of an instance by id. */
    static Map<String, Map<String, Object>> all(CasesFixture fixture) {
        return all(fixture, List.of());
    }

    /** Returns all cases of an instance by id, with the requested expansions. */
    static Map<String, Map<String, Object>> all(CasesFixture fixture, List<String> expand) {
        List<String> ids = (List<String>)
                post(fixture, "manifest", Map.of("tasks", List.of())).get("pull");
        return pull(fixture, ids, expand);
    }

    private static Map<String, Map<String, Object>> pull(CasesFixture fixture, List<String> ids, List<String> expand) {
        var tasks = new TreeMap<String, Map<String, Object>>();
        for (Object task : (List<?>)
                post(fixture, "pull", Map.of("ids", ids, "expand", expand)).get("tasks")) {
            tasks.put((String) ((Map<?, ?>) task).get("id"), (Map<String, Object>) task);
        }
        return tasks;
    }

    static String hash(Map<String, Object> task) {
        return CaseHash.hash(CaseHash.state(task));
    }

    static Map<String, String> hashes(CasesFixture fixture) {
        return hashes(fixture, List.of());
    }

    /** Returns the hashes of all cases by id, with the requested expansions. */
    static Map<String, String> hashes(CasesFixture fixture, List<String> expand) {
        var hashes = new TreeMap<String, String>();
        all(fixture, expand).forEach((id, task) -> hashes.put(id, hash(task)));
        return hashes;
    }

    /** Reconciles once; returns the results of the push to the other side. */
    List<Map<String, Object>> sync() {
        Map<String, Map<String, Object>> here = all(mine, expand);
        Map<String, Object> compared = manifest(here);
        var results = new ArrayList<Map<String, Object>>();
        List<String> deletedHere =
                base.keySet().stream().filter(id -> !here.containsKey(id)).toList();
        List<String> toPush = new ArrayList<>((List<String>) compared.get("push"));
        toPush.addAll((List<String>) compared.get("conflicts"));
        results.addAll(push(
                theirs,
                toPush.stream()
                        .filter(here::containsKey)
                        .map(id -> based(here.get(id)))
                        .toList(),
                based(deletions(
                        mine, toPush.stream().filter(deletedHere::contains).toList()))));
        List<String> toPull = new ArrayList<>((List<String>) compared.get("pull"));
        toPull.addAll((List<String>) compared.get("conflicts"));
        var pulled = new ArrayList<Map<String, Object>>();
        pull(theirs, toPull, expand).forEach((id, task) -> {
            var with = new LinkedHashMap<>(task);
            if (here.containsKey(id)) {
                // this side has not changed since it was read, so the merged state replaces it
                with.put("base_hash", hash(here.get(id)));
            }
            pulled.add(with);
        });
        taken = push(mine, pulled, deletions(theirs, (List<String>) compared.get("deleted")));
        base.clear();
        base.putAll(hashes(mine, expand));
        return results;
    }

    /** Returns the results of what the last {@link #sync} pushed to this side. */
    List<Map<String, Object>> taken() {
        return taken;
    }

    private Map<String, Object> manifest(Map<String, Map<String, Object>> here) {
        var claims = new ArrayList<Map<String, Object>>();
        here.forEach((id, task) -> {
            var claim = new LinkedHashMap<String, Object>();
            for (String key : List.of("id", "version", "updated_at")) {
                claim.put(key, task.get(key));
            }
            claim.put("hash", hash(task));
            if (base.containsKey(id)) {
                claim.put("base_hash", base.get(id));
            }
            claims.add(claim);
        });
        List<String> gone =
                base.keySet().stream().filter(id -> !here.containsKey(id)).toList();
        return post(
                theirs, "manifest", Map.of("tasks", claims, "deleted", based(deletions(mine, gone)), "expand", expand));
    }

    private List<Map<String, Object>> based(List<Map<String, Object>> tasks) {
        return tasks.stream().map(this::based).toList();
    }

    private Map<String, Object> based(Map<String, Object> task) {
        var with = new LinkedHashMap<>(task);
        String known = base.get((String) task.get("id"));
        if (known != null) {
            with.put("base_hash", known);
        }
        return with;
    }

    private static List<Map<String, Object>> deletions(CasesFixture fixture, List<String> ids) {
        return ids.isEmpty()
                ? List.of()
                : (List<Map<String, Object>>)
                        post(fixture, "pull", Map.of("ids", ids)).get("deleted");
    }

    static List<Map<String, Object>> push(CasesFixture fixture, List<?> tasks, List<?> deleted) {
        return (List<Map<String, Object>>) post(fixture, "push", Map.of("tasks", tasks, "deleted", deleted))
                .get("results");
    }

    /** Returns a deletion to push. */
    static Map<String, Object> deletion(String id, Instant at) {
        return Map.of("id", id, "deleted_at", at.toString());
    }
}
