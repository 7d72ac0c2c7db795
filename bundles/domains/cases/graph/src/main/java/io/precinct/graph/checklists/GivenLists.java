package io.precinct.graph.checklists;

import io.precinct.cases.api.CaseLists.Content;
import io.precinct.cases.api.CaseLists.ItemContent;
import io.precinct.cases.api.Cases.Problem;
import io.precinct.graph.markdown.BlockId;
import io.precinct.graph.markdown.SectionSlug;
import io.precinct.rest.api.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates and applies checklists that are given as a whole, with the slugs of the lists and the ids of the items.
 */
// @req:checklist-import
final class GivenLists {
    private static final String ID_RULE = "letters, digits and hyphens, at most " + ItemLine.LONGEST_ID;

    private final List<Problem> problems = new ArrayList<>();

    private GivenLists() {}

    /** Returns the problems of these lists, each with a pointer below the list of checklists. */
    static List<Problem> problems(List<Content> lists) {
        var found = new GivenLists();
        Set<String> slugs = new HashSet<>();
        for (int i = 0; i < lists.size(); i++) {
            found.check("/" + i, lists.get(i), slugs);
        }
        return List.copyOf(found.problems);
    }

    private void check(String place, Content list, Set<String> slugs) {
        if (!ListName.fits(list.name())) {
            problem(place + "/name", "format", "the name of a list is " + ListName.RULE, ListName.RULE);
        }
        String slug = list.slug();
        if (slug.isEmpty() || !SectionSlug.of(slug).equals(slug)) {
            problem(
                    place + "/slug",
                    "format",
                    "the slug of a list is letters and digits, with hyphens between",
                    "slug");
        } else if (!slugs.add(slug)) {
            problem(place + "/slug", "duplicate", "another list has the slug " + slug, null);
        }
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < list.items().size(); i++) {
            check(place + "/items/" + i, list.items().get(i), ids);
        }
    }

    private void check(String place, ItemContent item, Set<String> ids) {
        String id = item.itemId();
        if (id.length() > ItemLine.LONGEST_ID || !BlockId.fits(id)) {
            problem(place + "/item_id", "format", "the id of an item is " + ID_RULE, ID_RULE);
        } else if (!ids.add(id)) {
            problem(place + "/item_id", "duplicate", "another item of the list has the id " + id, null);
        }
        if (!Text.isOneLine(item.text()) || !item.text().equals(item.text().strip())) {
            problem(
                    place + "/text",
                    "format",
                    "the text of an item is one line of Markdown, without white space at its ends",
                    "one line");
        }
    }

    private void problem(String pointer, String code, String message, @Nullable Object allowed) {
        problems.add(new Problem(pointer, code, message, allowed));
    }

    /**
     * Returns a body with exactly these lists. An existing list keeps its place and the other content of its section;
     * new lists follow.
     *
     * @param slug the slug of the node
     * @param body the current body; empty if there is no node yet
     */
    static String in(String slug, String body, List<Content> lists) {
        Map<String, Content> bySlug = new HashMap<>();
        lists.forEach(list -> bySlug.put(list.slug(), list));
        String text = body;
        for (TodoList there : ListGroup.of(body).lists()) {
            Content given = bySlug.get(there.slug());
            if (given == null || !given.name().equals(there.name())) {
                text = ListGroup.without(addressed(text, there.slug()));
            }
        }
        for (Content given : lists) {
            if (ListGroup.of(text).addressed(given.slug()) == null) {
                String titled = text.isEmpty() ? ListGroup.titled(slug) : text;
                text = ListGroup.of(titled).with(new ListName(given.name()), given.slug());
            }
            text = addressed(text, given.slug()).holding(given.items()).body();
        }
        return text;
    }

    private static TodoList addressed(String body, String slug) {
        TodoList list = ListGroup.of(body).addressed(slug);
        if (list == null) {
            throw new IllegalStateException("the list " + slug + " is not where it was put");
        }
        return list;
    }
}
