package io.precinct.source.endpoints.traces;

import io.precinct.api.data.Data;
import io.precinct.api.data.Keys;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which requirements have code, and which code has none. Immutable.
 *
 * @param payload the answer
 * @param requirements how many there are
 * @param covered how many of them have code
 */
public record Coverage(Map<String, @Nullable Object> payload, int requirements, int covered) {
    private static final Keys SUMMARY = Keys.of("requirements", "covered", "places", "percent");

    /**
     * Compares requirements with the code that names them.
     *
     * @param given the requirements, or null for all that the code names
     * @param places code that names a requirement
     * @param head first members of the answer
     */
    // @req:source-coverage
    static Coverage of(
            @Nullable List<Requirement> given, List<RequirementReference> places, Map<String, @Nullable Object> head) {
        var byId = new TreeMap<String, List<RequirementReference>>();
        places.forEach(place ->
                byId.computeIfAbsent(place.id(), _ -> new ArrayList<>()).add(place));
        var wanted = new LinkedHashMap<String, Requirement>();
        ListBuilder twice = Data.listBuilder();
        if (given == null) {
            byId.keySet().forEach(id -> wanted.put(id, new Requirement(id, null, null)));
        } else {
            for (Requirement requirement : given) {
                if (wanted.putIfAbsent(requirement.id(), requirement) != null) {
                    twice.add(requirement.id());
                }
            }
        }
        ListBuilder listed = Data.listBuilder();
        ListBuilder uncovered = Data.listBuilder();
        ListBuilder duplicates = Data.listBuilder();
        ListBuilder drift = Data.listBuilder();
        int covered = 0;
        for (Requirement requirement : wanted.values()) {
            List<RequirementReference> code = byId.getOrDefault(requirement.id(), List.of());
            boolean drifted = !code.isEmpty() && code.stream().noneMatch(requirement::unchanged);
            listed.add(requirement(requirement, code, drifted));
            covered += code.isEmpty() ? 0 : 1;
            if (code.isEmpty()) {
                uncovered.add(named(requirement));
            }
            if (code.size() > 1) {
                duplicates.add(Data.map("id", requirement.id(), "places", data(code)));
            }
            if (drifted) {
                drift.add(Data.map("id", requirement.id(), "blob", requirement.blob(), "places", data(code)));
            }
        }
        ListBuilder orphans = Data.listBuilder();
        byId.forEach((id, code) -> {
            if (!wanted.containsKey(id)) {
                orphans.add(Data.map("id", id, "places", data(code)));
            }
        });
        MapBuilder payload = Data.mapBuilder()
                .putAll(head)
                .put("requirements", listed.build())
                .put("uncovered", uncovered.build())
                .put("orphans", orphans.build())
                .put("duplicates", duplicates.build())
                .put("listed_twice", twice.build())
                .put("drift", drift.build())
                .put("summary", SUMMARY.map(wanted.size(), covered, places.size(), percent(covered, wanted.size())));
        return new Coverage(payload.build(), wanted.size(), covered);
    }

    /** Rounded down: 100 means all of them. */
    static int percent(int covered, int requirements) {
        return requirements == 0 ? 0 : covered * 100 / requirements;
    }

    private static Map<String, @Nullable Object> requirement(
            Requirement requirement, List<RequirementReference> code, boolean drifted) {
        return Data.mapBuilder()
                .putAll(named(requirement))
                .put("status", code.isEmpty() ? "uncovered" : drifted ? "drifted" : "covered")
                .put("places", data(code))
                .build();
    }

    private static Map<String, @Nullable Object> named(Requirement requirement) {
        return Data.map("id", requirement.id(), "title", requirement.title());
    }

    private static List<Map<String, @Nullable Object>> data(List<RequirementReference> code) {
        return code.stream().map(RequirementReference::data).toList();
    }
}
