package io.precinct.cases.sync;

import io.precinct.cases.api.CaseLists.Content;
import io.precinct.cases.api.CaseLists.ItemContent;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.sync.Merge.Lost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Merges the checklists of two states of a case: lists by slug, items by id. A change on one side wins over a removal
 * on the other. Not thread-safe.
 */
// @req:sync-expand
final class ListMerge {
    private final List<Lost> lost;

    private ListMerge(List<Lost> lost) {
        this.lost = lost;
    }

    /**
     * Merges the checklists of two states.
     *
     * @param base the last common state, or null if it is not known
     * @param lost receives what was dropped: {@code checklists.<slug>}, {@code checklists.<slug>.name} and {@code
     *     checklists.<slug>.<item id>}
     * @return the merged lists, sorted by slug
     */
    static List<Content> of(@Nullable List<Content> base, List<Content> winner, List<Content> loser, List<Lost> lost) {
        return new ListMerge(lost).lists(bySlug(base == null ? List.of() : base), bySlug(winner), bySlug(loser));
    }

    private static Map<String, Content> bySlug(List<Content> lists) {
        var bySlug = new TreeMap<String, Content>();
        lists.forEach(list -> bySlug.put(list.slug(), list));
        return bySlug;
    }

    private List<Content> lists(Map<String, Content> base, Map<String, Content> winner, Map<String, Content> loser) {
        var merged = new TreeMap<String, Content>();
        var others = new ArrayList<Content>();
        var slugs = new TreeSet<>(winner.keySet());
        slugs.addAll(loser.keySet());
        for (String slug : slugs) {
            Content was = base.get(slug);
            Content won = winner.get(slug);
            Content other = loser.get(slug);
            if (was == null && won != null && other != null && !won.name().equals(other.name())) {
                // two different lists with the same slug
                merged.put(slug, won);
                others.add(other);
                continue;
            }
            Content both = list(was, won, other);
            if (both != null) {
                merged.put(slug, both);
            }
        }
        others.forEach(list -> putElsewhere(list, merged));
        return List.copyOf(merged.values());
    }

    private static void putElsewhere(Content list, Map<String, Content> merged) {
        boolean there = merged.values().stream()
                .anyMatch(other ->
                        other.name().equals(list.name()) && other.items().equals(list.items()));
        int rank = 2;
        while (merged.containsKey(list.slug() + "-" + rank)) {
            rank++;
        }
        if (!there) {
            String slug = list.slug() + "-" + rank;
            merged.put(slug, new Content(list.name(), slug, list.items()));
        }
    }

    private @Nullable Content list(@Nullable Content base, @Nullable Content winner, @Nullable Content loser) {
        if (Objects.equals(winner, loser) || Objects.equals(loser, base)) {
            return winner;
        }
        if (Objects.equals(winner, base)) {
            return loser;
        }
        if (winner == null || loser == null) {
            // one side changed the list, the other removed it
            Content stays = Objects.requireNonNull(winner == null ? loser : winner);
            lost.add(new Lost(field(stays.slug()), null));
            return stays;
        }
        return both(base, winner, loser);
    }

    private Content both(@Nullable Content base, Content winner, Content loser) {
        String name = base != null && winner.name().equals(base.name()) ? loser.name() : winner.name();
        if (!loser.name().equals(name) && (base == null || !loser.name().equals(base.name()))) {
            lost.add(new Lost(field(loser.slug()) + ".name", loser.name()));
        }
        Map<String, ItemContent> were = byId(base);
        Map<String, ItemContent> won = byId(winner);
        Map<String, ItemContent> others = byId(loser);
        var stay = new LinkedHashMap<String, ItemContent>();
        var ids = new LinkedHashSet<>(won.keySet());
        ids.addAll(others.keySet());
        for (String id : ids) {
            ItemContent item = item(winner.slug(), were.get(id), won.get(id), others.get(id));
            if (item != null) {
                stay.put(id, item);
            }
        }
        List<String> first = List.copyOf(won.keySet());
        List<String> second = List.copyOf(others.keySet());
        boolean moved = !inOrder(first, were.keySet()).equals(inOrder(List.copyOf(were.keySet()), won.keySet()));
        List<String> order =
                base == null || moved ? order(first, second, stay.keySet()) : order(second, first, stay.keySet());
        return new Content(
                name,
                winner.slug(),
                order.stream().map(id -> Objects.requireNonNull(stay.get(id))).toList());
    }

    private static Map<String, ItemContent> byId(@Nullable Content list) {
        var byId = new LinkedHashMap<String, ItemContent>();
        if (list != null) {
            list.items().forEach(item -> byId.put(item.itemId(), item));
        }
        return byId;
    }

    private @Nullable ItemContent item(
            String slug, @Nullable ItemContent base, @Nullable ItemContent winner, @Nullable ItemContent loser) {
        if (Objects.equals(winner, loser) || Objects.equals(loser, base)) {
            return winner;
        }
        if (Objects.equals(winner, base)) {
            return loser;
        }
        if (winner == null || loser == null) {
            // one side changed the item, the other removed it
            ItemContent stays = Objects.requireNonNull(winner == null ? loser : winner);
            lost.add(new Lost(field(slug) + "." + stays.itemId(), null));
            return stays;
        }
        boolean retold = base != null && winner.text().equals(base.text());
        boolean checked = base != null && winner.checked() == base.checked();
        ItemContent both = new ItemContent(
                winner.itemId(), retold ? loser.text() : winner.text(), checked ? loser.checked() : winner.checked());
        if (!both.text().equals(loser.text()) && (base == null || !loser.text().equals(base.text()))
                || both.checked() != loser.checked() && (base == null || loser.checked() != base.checked())) {
            lost.add(new Lost(field(slug) + "." + loser.itemId(), ListMembers.ITEM_CONTENT.view(loser)));
        }
        return both;
    }

    private static String field(String slug) {
        return ListMembers.LISTS.name() + "." + slug;
    }

    private static List<String> inOrder(List<String> ids, Set<String> those) {
        return ids.stream().filter(those::contains).toList();
    }

    /**
     * Orders these ids like {@code first}. An id that only {@code second} contains follows the id that it follows
     * there.
     */
    private static List<String> order(List<String> first, List<String> second, Set<String> ids) {
        Set<String> placed = new HashSet<>(first);
        var followers = new HashMap<String, List<String>>();
        String before = "";
        for (String id : inOrder(second, ids)) {
            if (placed.contains(id)) {
                before = id;
            } else {
                followers.computeIfAbsent(before, _ -> new ArrayList<>()).add(id);
            }
        }
        var order = new ArrayList<>(followers.getOrDefault("", List.of()));
        for (String id : inOrder(first, ids)) {
            order.add(id);
            order.addAll(followers.getOrDefault(id, List.of()));
        }
        return List.copyOf(order);
    }
}
