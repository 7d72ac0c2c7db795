package io.precinct.configuration.compare;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Leaves out of several values what they have in common. */
final class Differing {
    private Differing() {}

    /**
     * The parts of these values that differ, in their order: of objects the members that are not equal in all of them, of
     * anything else the whole.
     */
    static List<@Nullable Object> parts(List<? extends @Nullable Object> values) {
        if (values.isEmpty() || !values.stream().allMatch(Map.class::isInstance)) {
            return new ArrayList<>(values);
        }
        List<Map<?, ?>> maps = new ArrayList<>();
        List<MapBuilder> parts = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (Object value : values) {
            if (value instanceof Map<?, ?> map) {
                maps.add(map);
                parts.add(Data.mapBuilder());
                map.keySet().forEach(name -> names.add(String.valueOf(name)));
            }
        }
        for (String name : names) {
            if (!equal(maps, name)) {
                member(maps, name, parts);
            }
        }
        return new ArrayList<>(parts.stream().map(MapBuilder::build).toList());
    }

    private static boolean equal(List<Map<?, ?>> maps, String name) {
        Map<?, ?> first = maps.getFirst();
        return maps.stream()
                .allMatch(map ->
                        map.containsKey(name) && first.containsKey(name) && Data.equal(first.get(name), map.get(name)));
    }

    private static void member(List<Map<?, ?>> maps, String name, List<MapBuilder> parts) {
        List<@Nullable Object> members = new ArrayList<>();
        for (Map<?, ?> map : maps) {
            if (map.containsKey(name)) {
                members.add(map.get(name));
            }
        }
        List<@Nullable Object> differing = members.size() == maps.size() ? parts(members) : members;
        int next = 0;
        for (int i = 0; i < maps.size(); i++) {
            if (maps.get(i).containsKey(name)) {
                parts.get(i).put(name, differing.get(next++));
            }
        }
    }
}
