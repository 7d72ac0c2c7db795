package io.precinct.recurring;

import io.precinct.graph.api.Checklists;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checklists without a graph. Thread-safe. */
public final class InMemoryChecklists implements Checklists {
    private final Map<String, Map<String, List<String>>> nodes = new LinkedHashMap<>();
    private int failingAfter = Integer.MAX_VALUE;

    /** Makes all additions after this number fail. */
    public synchronized void failAfter(int additions) {
        failingAfter = additions;
    }

    public synchronized Map<String, List<String>> node(String slug) {
        return Map.copyOf(nodes.getOrDefault(slug, Map.of()));
    }

    @Override
    public synchronized List<Progress> of(String slug) {
        return List.of();
    }

    @Override
    public synchronized Progress ensure(String slug, String name, String actor) {
        nodes.computeIfAbsent(slug, _ -> new LinkedHashMap<>()).computeIfAbsent(name, _ -> new ArrayList<>());
        return new Progress(name, name, slug + ":" + name, 0, 0, 0, Instant.EPOCH);
    }

    @Override
    public synchronized List<Item> execute(
            String slug, String name, String action, Map<String, @Nullable Object> params, String actor) {
        List<String> items = nodes.getOrDefault(slug, Map.of()).get(name);
        if (items == null) {
            throw new NoSuchList(slug, name);
        }
        if (action.equals("add")) {
            if (failingAfter-- <= 0) {
                throw new IllegalStateException("the graph is out of order");
            }
            items.add(String.valueOf(params.get("text")));
        }
        List<Item> found = new ArrayList<>();
        items.forEach(text -> found.add(new Item(found.size(), "item-" + found.size(), text, false)));
        return found;
    }

    @Override
    public synchronized boolean remove(String slug, String name, String actor) {
        return nodes.getOrDefault(slug, Map.of()).remove(name) != null;
    }
}
