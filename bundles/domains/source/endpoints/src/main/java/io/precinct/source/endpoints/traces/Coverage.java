package io.precinct.source.endpoints.traces;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.source.endpoints.RepositoryLookup;
import io.precinct.source.endpoints.SourceResources;
import io.precinct.source.endpoints.SourceResources.Hidden;
import io.precinct.source.endpoints.SourceResources.Skip;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which requirements have code, and which code has none. Immutable.
 *
 * @param scope the searched code
 * @param findings every requirement with its code
 * @param orphans code that names none of them
 * @param listedTwice ids given more than once
 * @param places how many pieces of code name a requirement or an orphan
 */
// @req:source-coverage
record Coverage(Scope scope, List<Finding> findings, List<Finding> orphans, List<String> listedTwice, int places) {
    private static final Type<List<String>> IDS = Type.list(Type.text(), Integer.MAX_VALUE);

    /** A share in percent. */
    private static final Type<Long> PERCENT =
            Type.count().shownAs(Schema.integer().atLeast(0).atMost(100));

    private static final Property<Finding, String> ID = Property.of("id", Type.text(), found -> found.requirement.id());

    private static final Property<Finding, List<RequirementReference>> PLACES =
            Property.list("places", RequirementReference.RESOURCE, Finding::places);

    private static final Resource<Finding> REQUIREMENT = Resource.of(
            ID,
            Property.of("title", Type.text(), (Finding found) -> found.requirement.title())
                    .orNull(),
            Property.of("revision", Type.text(), (Finding found) -> found.requirement.revision())
                    .orNull());

    private static final Resource<Finding> LISTED = REQUIREMENT.with(
            Property.of("status", Type.oneOf(List.of("covered", "uncovered", "drifted")), Finding::status), PLACES);

    private static final Resource<Finding> FOUND = Resource.of(ID, PLACES);

    private static final Resource<Finding> DRIFTED = Resource.of(
            ID,
            Property.of("blob", Type.text(), (Finding found) -> found.requirement.blob())
                    .orNull(),
            Property.of("revision", Type.text(), (Finding found) -> found.requirement.revision())
                    .orNull(),
            PLACES);

    private static final Resource<Coverage> SUMMARY = Resource.of(
            Property.of("requirements", Type.count(), coverage -> (long) coverage.requirements()),
            Property.of("covered", Type.count(), coverage -> (long) coverage.covered()),
            Property.of("places", Type.count(), coverage -> (long) coverage.places),
            Property.of("percent", PERCENT, coverage -> (long) percent(coverage.covered(), coverage.requirements())));

    /** The answer. */
    static final Resource<Coverage> RESOURCE = Resource.of(SourceResources.REPOSITORIES)
            .<Coverage>from(coverage -> coverage.scope.heads)
            .with(
                    Property.of("pattern", Type.text(), coverage -> coverage.scope.pattern),
                    Property.of("truncated", Type.truth(), coverage -> coverage.scope.truncated),
                    Property.list("skipped", SourceResources.SKIPPED, coverage -> coverage.scope.skipped),
                    Property.list("incomplete", SourceResources.INCOMPLETE, coverage -> coverage.scope.incomplete),
                    Property.list("requirements", LISTED, Coverage::findings),
                    Property.list("uncovered", REQUIREMENT, coverage -> coverage.those(Finding::isUncovered)),
                    Property.list("orphans", FOUND, Coverage::orphans),
                    Property.list("duplicates", FOUND, coverage -> coverage.those(Finding::isDuplicate)),
                    Property.of("listed_twice", IDS, Coverage::listedTwice),
                    Property.list("drift", DRIFTED, coverage -> coverage.those(Finding::isDrifted)),
                    Property.of("summary", SUMMARY, coverage -> coverage))
            .named("Coverage");

    /**
     * The searched code.
     *
     * @param heads the repositories
     * @param pattern of the annotations
     * @param truncated whether code was left out because there was too much
     * @param skipped files and repositories that were left out
     * @param incomplete lines in which something may be hidden
     */
    record Scope(
            List<RepositoryLookup.Open> heads,
            String pattern,
            boolean truncated,
            List<Skip> skipped,
            List<Hidden> incomplete) {}

    /** A requirement and the code that names it. */
    record Finding(Requirement requirement, List<RequirementReference> places) {
        boolean isUncovered() {
            return places.isEmpty();
        }

        boolean isDuplicate() {
            return places.size() > 1;
        }

        boolean isDrifted() {
            return !places.isEmpty() && places.stream().noneMatch(requirement::unchanged);
        }

        String status() {
            return isUncovered() ? "uncovered" : isDrifted() ? "drifted" : "covered";
        }
    }

    /**
     * Compares requirements with the code that names them.
     *
     * @param given the requirements, or null for all that the code names
     * @param places code that names a requirement
     */
    static Coverage of(Scope scope, @Nullable List<Requirement> given, List<RequirementReference> places) {
        var code = new TreeMap<String, List<RequirementReference>>(NaturalOrder.INSTANCE);
        places.forEach(place ->
                code.computeIfAbsent(place.id(), _ -> new ArrayList<>()).add(place));
        Map<String, Requirement> wanted = new LinkedHashMap<>();
        List<String> twice = new ArrayList<>();
        if (given == null) {
            code.keySet().forEach(id -> wanted.put(id, Requirement.named(id)));
        } else {
            for (Requirement requirement : given) {
                if (wanted.putIfAbsent(requirement.id(), requirement) != null) {
                    twice.add(requirement.id());
                }
            }
        }
        List<Finding> findings = wanted.values().stream()
                .map(requirement -> new Finding(requirement, code.getOrDefault(requirement.id(), List.of())))
                .toList();
        List<Finding> orphans = code.entrySet().stream()
                .filter(entry -> !wanted.containsKey(entry.getKey()))
                .map(entry -> new Finding(Requirement.named(entry.getKey()), entry.getValue()))
                .toList();
        return new Coverage(scope, findings, orphans, twice, places.size());
    }

    private List<Finding> those(Predicate<Finding> which) {
        return findings.stream().filter(which).toList();
    }

    /** How many requirements there are. */
    int requirements() {
        return findings.size();
    }

    /** How many of them have code. */
    int covered() {
        return findings.size() - those(Finding::isUncovered).size();
    }

    /** Rounded down: 100 means all of them. */
    static int percent(int covered, int requirements) {
        return requirements == 0 ? 0 : covered * 100 / requirements;
    }
}
