package io.precinct.cases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the specification and its decisions say, with lists and strings. */
final class CaseModel {
    static final class Case {
        String status;
        String label = "x";
        long version = 1;
        boolean pinned;
        boolean resolved;
        final List<String> events = new ArrayList<>(List.of("case_created"));

        Case(String status) {
            this.status = status;
        }

        void noted(String event) {
            version++;
            events.add(event);
            resolved &= !event.equals("resumed");
        }

        /** A case that was completed without a resolution takes one later. */
        int resolve() {
            if (!resolved) {
                noted("closed");
                resolved = true;
            }
            return 200;
        }
    }

    final List<String> people;
    final Map<String, Case> cases = new LinkedHashMap<>();
    final Map<String, LinkedList<String>> stacks = new LinkedHashMap<>();

    CaseModel(List<String> people) {
        this.people = people;
        people.forEach(who -> stacks.put(who, new LinkedList<>()));
    }

    void created(String id, String status) {
        cases.put(id, new Case(status));
    }

    void interrupted(String who, String id) {
        created(id, "active");
        push(who, id);
    }

    private void push(String who, String id) {
        LinkedList<String> stack = stacks.get(who);
        String top = stack.peek();
        stack.remove(id);
        stack.push(id);
        if (top != null && !top.equals(id)) {
            cases.get(top).noted("interrupted");
        }
    }

    private void off(String id) {
        Set<String> tops = new LinkedHashSet<>();
        for (LinkedList<String> stack : stacks.values()) {
            boolean top = id.equals(stack.peek());
            stack.remove(id);
            if (top && !stack.isEmpty()) {
                tops.add(stack.peek());
            }
        }
        tops.forEach(top -> cases.get(top).noted("resumed"));
    }

    int start(String who, String id) {
        Case one = cases.get(id);
        if (!List.of("parked", "active").contains(one.status)) {
            return 500;
        }
        if (!(one.status.equals("active") && id.equals(stacks.get(who).peek()))) {
            one.status = "active";
            one.noted("resumed");
            push(who, id);
        }
        return 200;
    }

    int move(String name, String id) {
        Case one = cases.get(id);
        String to = Map.of(
                        "park", "parked",
                        "activate", "active",
                        "close", "completed",
                        "restart", "active",
                        "archive", "archived")
                .get(name);
        List<String> from = Map.of(
                        "park", List.of("active"),
                        "activate", List.of("parked"),
                        "close", List.of("active"),
                        "restart", List.of("completed"),
                        "archive", List.of("parked", "active", "completed"))
                .get(name);
        if (one.status.equals(to)) {
            return name.equals("close") ? one.resolve() : 200;
        }
        if (!from.contains(one.status)) {
            return name.equals("park") ? 500 : 409;
        }
        moved(one, to);
        if (!to.equals("active")) {
            off(id);
        }
        return 200;
    }

    private void moved(Case one, String to) {
        one.status = to;
        one.noted(Map.of(
                        "parked", "parked",
                        "active", "resumed",
                        "completed", "closed",
                        "archived", "field_updated")
                .get(to));
        one.resolved |= to.equals("completed");
    }

    int complete(String who) {
        String top = stacks.get(who).peek();
        if (top == null) {
            return 409;
        }
        int status = move("close", top);
        cases.get(top).resolved = false;
        return status;
    }

    int back(String who) {
        LinkedList<String> stack = stacks.get(who);
        if (stack.isEmpty()) {
            return 409;
        }
        stack.pop();
        if (!stack.isEmpty()) {
            cases.get(stack.peek()).noted("resumed");
        }
        return 200;
    }

    int patch(String id, String status) {
        Case one = cases.get(id);
        if (one.status.equals(status)) {
            return status.equals("completed") ? one.resolve() : 200;
        }
        List<String> reachable = switch (one.status) {
            case "parked" -> List.of("active", "archived");
            case "active" -> List.of("parked", "completed", "archived");
            case "completed" -> List.of("active", "archived");
            default -> List.of();
        };
        if (!reachable.contains(status)) {
            return 409;
        }
        moved(one, status);
        if (!status.equals("active")) {
            off(id);
        }
        return 200;
    }

    int put(String id, String status) {
        Case one = cases.get(id);
        boolean same = one.status.equals(status) && !one.pinned;
        one.pinned = false;
        if (!same) {
            one.status = status;
            one.noted("version_updated");
            if (!status.equals("active")) {
                off(id);
            }
        }
        return 200;
    }

    int label(String id, String label) {
        Case one = cases.get(id);
        if (!one.label.equals(label)) {
            one.label = label;
            one.noted("field_updated");
        }
        return 200;
    }

    int note(String id) {
        cases.get(id).noted("note_added");
        return 201;
    }

    int pin(String id) {
        Case one = cases.get(id);
        if (!one.pinned) {
            one.pinned = true;
            one.noted("field_updated");
        }
        return 200;
    }

    int delete(String id) {
        off(id);
        cases.remove(id);
        return 204;
    }
}
