package io.precinct.configuration.compare;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.configuration.compare.Comparison.Base;
import io.precinct.configuration.compare.Comparison.Compared;
import io.precinct.configuration.compare.Comparison.Difference;
import io.precinct.configuration.compare.Comparison.Group;
import io.precinct.configuration.compare.Comparison.Masked;
import io.precinct.configuration.compare.Comparison.Missing;
import io.precinct.configuration.compare.diff.Change;
import io.precinct.configuration.compare.diff.DataDiff;
import io.precinct.configuration.compare.diff.Effort;
import io.precinct.configuration.compare.diff.TextDiff;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes groups of what was found, and says how they differ. For a single use; not thread-safe. */
final class Comparer {
    /** Most changes of an answer, and most pointers that are missing. */
    static final int MOST_CHANGES = 10_000;

    /** Most names of environments that lack something. */
    static final int MOST_LACKING = 50_000;

    private static final int MOST_COMPARISONS = 20_000_000;
    private static final int CONTEXT = 3;

    private final CompareRequest request;
    private final List<Finding> findings;
    private final SecretMarks marks;

    /** Whether no environment has several results. */
    private final boolean single;

    private final boolean text;
    private final Effort effort = new Effort(MOST_COMPARISONS);
    private int changesLeft = MOST_CHANGES;
    private int maskedLeft = MOST_LACKING;
    private boolean cut;

    /**
     * Compares what was found.
     *
     * @param findings of each environment, in the order of the request
     * @param marks with which the secrets within them are marked
     */
    Comparer(CompareRequest request, List<Finding> findings, SecretMarks marks) {
        this.request = request;
        this.findings = findings;
        this.marks = marks;
        this.single = findings.stream().allMatch(finding -> finding.pieces().size() <= 1);
        this.text = single && request.selector().findsText();
    }

    /**
     * The comparison.
     *
     * @param late whether some environments were not read in time
     */
    // @req:compare-environments
    Comparison compare(boolean late) {
        List<Group> groups = groups();
        Map<String, Group> groupOf = new HashMap<>();
        groups.forEach(group -> group.environments().forEach(name -> groupOf.put(name, group)));
        Base base = base(groups, groupOf);
        Group against = base == null ? null : groupOf.get(base.environment());
        List<Difference> differences = new ArrayList<>();
        if (against != null && base != null) {
            for (Group group : groups) {
                if (group != against) {
                    differences.add(difference(base.environment(), against, group));
                }
            }
        }
        List<Missing> missing = missing(groups);
        List<Compared> environments = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
            Environment environment = request.environments().get(i);
            Group group = groupOf.get(environment.name());
            if (!request.onlyDifferent() || group == null || group != against) {
                environments.add(new Compared(environment, findings.get(i), group == null ? null : group.number()));
            }
        }
        List<Masked> masked = masked(groups);
        List<Group> told = request.onlyDifferent() ? differing(groups, against) : groups;
        return new Comparison(
                equal(groups, differences, !masked.isEmpty()),
                text ? "text" : "data",
                base,
                environments,
                told.stream().map(this::shown).toList(),
                differences,
                missing,
                masked,
                late ? "time" : cut ? "changes" : null);
    }

    /** Null if it depends on what is masked. */
    private @Nullable Boolean equal(List<Group> groups, List<Difference> differences, boolean masked) {
        if (!findings.stream().allMatch(finding -> finding.status().equals("ok"))
                || differences.stream().anyMatch(Difference::certain)) {
            return false;
        }
        long places = request.environments().stream()
                .map(Environment::place)
                .distinct()
                .count();
        return groups.size() > 1 || masked && places > 1 ? null : Boolean.TRUE;
    }

    private Group shown(Group group) {
        return new Group(
                group.number(),
                marks.marked(group.value()) ? null : group.digest(),
                group.environments(),
                marks.shown(group.value()),
                group.shown());
    }

    /** Where secrets are not compared. */
    private List<Masked> masked(List<Group> groups) {
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (Group group : groups) {
            Set<String> seen = new HashSet<>();
            marks.places("", group.value(), pointer -> {
                if (!seen.add(pointer)) {
                    return;
                }
                maskedLeft -= group.environments().size();
                if (maskedLeft >= 0 && (places.containsKey(pointer) || places.size() < MOST_CHANGES)) {
                    places.computeIfAbsent(pointer, _ -> new ArrayList<>()).addAll(group.environments());
                } else {
                    cut = true;
                }
            });
        }
        return places.entrySet().stream()
                .map(place -> new Masked(place.getKey(), List.copyOf(place.getValue())))
                .toList();
    }

    private List<Group> groups() {
        Map<String, List<String>> members = new LinkedHashMap<>();
        Map<String, @Nullable Object> values = new HashMap<>();
        for (int i = 0; i < findings.size(); i++) {
            if (findings.get(i).status().equals("ok")) {
                Object value = value(findings.get(i).pieces());
                String digest = Digest.of(value, text);
                values.putIfAbsent(digest, value);
                members.computeIfAbsent(digest, _ -> new ArrayList<>())
                        .add(request.environments().get(i).name());
            }
        }
        List<Group> groups = new ArrayList<>();
        members.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
                .forEach(entry -> groups.add(new Group(
                        groups.size() + 1,
                        entry.getKey(),
                        List.copyOf(entry.getValue()),
                        values.get(entry.getKey()),
                        true)));
        return groups;
    }

    /** One result is the value; several, in any environment, make the value an object of all results. */
    private @Nullable Object value(List<Piece> pieces) {
        if (single) {
            return marks.settled(pieces.getFirst().content());
        }
        Map<String, Integer> seen = new HashMap<>();
        MapBuilder all = Data.mapBuilder();
        for (Piece piece : pieces) {
            int number = seen.merge(piece.label(), 1, Integer::sum);
            all.put(number == 1 ? piece.label() : piece.label() + " (" + number + ")", marks.settled(piece.content()));
        }
        return all.build();
    }

    private @Nullable Base base(List<Group> groups, Map<String, Group> groupOf) {
        String asked = request.base();
        if (asked != null) {
            Group group = groupOf.get(asked);
            return new Base(asked, group == null ? null : group.number(), "request");
        }
        return groups.isEmpty()
                ? null
                : new Base(groups.getFirst().environments().getFirst(), 1, "largest_group");
    }

    private Difference difference(String baseName, Group base, Group group) {
        if (text) {
            String unified = TextDiff.unified(
                    baseName,
                    String.valueOf(base.value()),
                    group.environments().getFirst(),
                    String.valueOf(group.value()),
                    request.onlyDifferent() ? 0 : CONTEXT,
                    effort);
            boolean masked = marks.mayBeEqual(base.value(), group.value());
            return new Difference(group.number(), group.environments(), null, marks.shown(unified), masked);
        }
        DataDiff.Result result = DataDiff.of(base.value(), group.value(), changesLeft, effort);
        changesLeft -= result.changes().size();
        cut |= !result.complete();
        List<Change> changes = result.changes().stream().map(this::shown).toList();
        return new Difference(group.number(), group.environments(), changes, null, false);
    }

    private Change shown(Change change) {
        boolean masked = change.op() == Change.Op.REPLACE && marks.mayBeEqual(change.base(), change.value());
        return new Change(
                change.pointer(),
                masked ? Change.Op.MASKED : change.op(),
                marks.shown(change.base()),
                marks.shown(change.value()));
    }

    private List<Missing> missing(List<Group> groups) {
        List<Missing> missing = new ArrayList<>();
        List<String> without = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
            if (findings.get(i).status().equals("missing")) {
                without.add(request.environments().get(i).name());
            }
        }
        if (!without.isEmpty()) {
            missing.add(new Missing("", without));
        }
        if (!text) {
            List<@Nullable Object> values = new ArrayList<>();
            groups.forEach(group -> values.add(group.value()));
            MissingPointers.Result result = MissingPointers.among(values, MOST_CHANGES);
            cut |= !result.complete();
            int lacking = 0;
            for (MissingPointers.Missing each : result.missing()) {
                List<String> names = each.groups().stream()
                        .flatMap(index -> groups.get(index).environments().stream())
                        .toList();
                lacking += names.size();
                if (lacking > MOST_LACKING) {
                    cut = true;
                    break;
                }
                missing.add(new Missing(each.pointer(), names));
            }
        }
        return missing;
    }

    /** The groups other than that of the base, with the parts of their values that differ. Of texts these are the diff. */
    private List<Group> differing(List<Group> groups, @Nullable Group against) {
        List<@Nullable Object> values = new ArrayList<>();
        groups.forEach(group -> values.add(group.value()));
        List<@Nullable Object> parts = text ? values : Differing.parts(values);
        List<Group> differing = new ArrayList<>();
        for (Group group : groups) {
            if (group != against) {
                Object part = parts.get(group.number() - 1);
                boolean shown = !text || against == null;
                differing.add(new Group(group.number(), group.digest(), group.environments(), part, shown));
            }
        }
        return differing;
    }
}
