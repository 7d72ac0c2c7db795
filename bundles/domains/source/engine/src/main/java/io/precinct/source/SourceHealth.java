package io.precinct.source;

import io.precinct.api.data.Data;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.git.RepositoryTracker.Condition;
import io.precinct.source.git.RepositoryTracker.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The health of live source, for people and for monitoring. Thread-safe. */
final class SourceHealth implements HealthCheck, MetricSource {
    /** How many reasons are given to people; machines get all. */
    private static final int TOLD = 3;

    private volatile @Nullable LiveSources sources;
    private volatile List<String> refused = List.of();
    private volatile @Nullable Instant refusedSince;
    private volatile @Nullable String withoutFacts;

    void watch(LiveSources started) {
        sources = started;
    }

    /** Sets the problems of a refused configuration, while the one before it stays in use; empty if all is well. */
    void refused(List<String> problems) {
        if (problems.isEmpty()) {
            refusedSince = null;
        } else if (refusedSince == null) {
            refusedSince = Instant.now();
        }
        refused = List.copyOf(problems);
    }

    /** Sets why files are served without symbols, annotations and queries. */
    void withoutFacts(String why) {
        withoutFacts = why;
    }

    @Override
    public String subject() {
        return "source";
    }

    /**
     * Waits until every repository has been ready or failed once: a failed one must not keep the others from serving.
     * Degraded while the last fetch of one has failed, or source.yml is refused.
     */
    @Override
    public Verdict check() {
        LiveSources running = sources;
        if (running == null) {
            return Verdict.waiting("it waits for the configuration");
        }
        Map<String, Condition> conditions = running.conditions();
        List<String> pending = conditions.entrySet().stream()
                .filter(entry -> !entry.getValue().settled())
                .map(entry ->
                        entry.getKey() + " is " + wireName(entry.getValue().state()) + progress(entry.getValue()))
                .toList();
        List<String> problems = refused;
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("repositories", counts(conditions));
        Map<String, ParseProgress> parsing = parsing(running, conditions);
        if (!parsing.isEmpty()) {
            facts.put("parsing", shown(parsing));
        }
        Map<String, Condition> failing = failing(conditions);
        if (!failing.isEmpty()) {
            var errors = new LinkedHashMap<String, @Nullable Object>();
            failing.forEach((name, condition) -> errors.put(name, condition.lastError()));
            facts.put("errors", errors);
        }
        if (!problems.isEmpty()) {
            facts.put("configuration_refused", problems);
        }
        Instant since = since(failing, problems.isEmpty() ? null : refusedSince);
        if (since != null) {
            facts.put("since", since.toString());
        }
        String lacking = withoutFacts;
        if (lacking != null) {
            facts.put("facts_unavailable", lacking);
        }
        Map<String, String> notIndexed = running.notIndexed();
        if (!notIndexed.isEmpty()) {
            facts.put("not_indexed", notIndexed);
        }
        if (!pending.isEmpty()) {
            return new Verdict(Status.WAITING, String.join(", ", pending), facts);
        }
        String kept = problems.isEmpty() ? "" : "; source.yml was changed and is not used, as it has errors";
        String files = lacking == null ? "" : "; only files are served: " + lacking;
        return new Verdict(
                since == null ? Status.UP : Status.DEGRADED,
                fetched(conditions.size(), failing)
                        + kept
                        + files
                        + parsed(parsing)
                        + (notIndexed.isEmpty() ? "" : "; not indexed: " + String.join(", ", notIndexed.keySet())),
                facts);
    }

    /** How many repositories are as their remotes were, and which are not, each with the reason. */
    private static String fetched(int all, Map<String, Condition> failing) {
        int good = all - failing.size();
        int further = failing.size() - TOLD;
        String reasons = failing.entrySet().stream()
                .limit(TOLD)
                .map(entry -> entry.getKey() + " (" + entry.getValue().lastError() + ")")
                .collect(Collectors.joining(", "));
        return good
                + (good == 1 ? " repository was fetched" : " repositories were fetched")
                + (failing.isEmpty() ? "" : ", " + failing.size() + " could not be: " + reasons)
                + (further > 0 ? " and " + further + " more" : "");
    }

    /** The repositories whose last fetch failed, whether or not one is under way again, by name. */
    private static Map<String, Condition> failing(Map<String, Condition> conditions) {
        var failing = new LinkedHashMap<String, Condition>();
        conditions.forEach((name, condition) -> {
            if (condition.failingSince() != null) {
                failing.put(name, condition);
            }
        });
        return failing;
    }

    /** Since when anything is not as it should be; null if everything is. */
    private static @Nullable Instant since(Map<String, Condition> failing, @Nullable Instant refused) {
        return Stream.concat(failing.values().stream().map(Condition::failingSince), Stream.of(refused))
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Progress of each repository whose files are being parsed, by name. */
    private static Map<String, ParseProgress> parsing(LiveSources running, Map<String, Condition> conditions) {
        var parsing = new LinkedHashMap<String, ParseProgress>();
        conditions.forEach((name, condition) -> {
            ParseProgress progress = running.parsing(name, condition);
            if (progress != null) {
                parsing.put(name, progress);
            }
        });
        return parsing;
    }

    private static Map<String, @Nullable Object> shown(Map<String, ParseProgress> parsing) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        parsing.forEach((name, progress) -> shown.put(
                name, Data.map("done", progress.done(), "total", progress.total() < 0 ? null : progress.total())));
        return shown;
    }

    /** {@code ; parsing: demo (10 of 200 files)}, or nothing. */
    private static String parsed(Map<String, ParseProgress> parsing) {
        return parsing.isEmpty()
                ? ""
                : "; parsing: "
                        + parsing.entrySet().stream()
                                .map(entry -> entry.getKey() + " (" + files(entry.getValue()) + ")")
                                .collect(Collectors.joining(", "));
    }

    private static String files(ParseProgress progress) {
        return progress.total() < 0 ? "counting its files" : progress.done() + " of " + progress.total() + " files";
    }

    private static String progress(Condition condition) {
        RepositoryStatus.Progress progress = condition.progress();
        if (progress == null) {
            return "";
        }
        return " (" + progress.done() + (progress.left() < 0 ? "" : " of " + (progress.done() + progress.left())) + ")";
    }

    private static String wireName(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Long> counts(Map<String, Condition> conditions) {
        var counts = new LinkedHashMap<String, Long>();
        for (State state : State.values()) {
            counts.put(
                    wireName(state),
                    conditions.values().stream()
                            .filter(condition -> condition.state() == state)
                            .count());
        }
        return counts;
    }

    @Override
    public List<Family> collect() {
        LiveSources running = sources;
        if (running == null) {
            return List.of();
        }
        Map<String, Condition> conditions = running.conditions();
        var states = new ArrayList<Sample>();
        counts(conditions).forEach((state, count) -> states.add(new Sample.Value(Map.of("state", state), count)));
        SourceFacts facts = running.facts();
        return List.of(
                new Family("precinct_source_repositories", Type.GAUGE, "Repositories by their state.", states),
                each(
                        conditions,
                        "precinct_source_fetched_seconds",
                        Type.GAUGE,
                        "Time of the last good fetch.",
                        (_, now) ->
                                now.fetchedAt() == null ? 0 : now.fetchedAt().getEpochSecond()),
                each(
                        conditions,
                        "precinct_source_last_fetch_successful",
                        Type.GAUGE,
                        "0 for a repository whose last fetch failed, else 1.",
                        (_, now) -> now.failingSince() == null ? 1 : 0),
                each(
                        conditions,
                        "precinct_source_clone_done",
                        Type.GAUGE,
                        "Steps done of the fetch under way.",
                        (_, now) -> done(now.progress())),
                each(
                        conditions,
                        "precinct_source_clone_left",
                        Type.GAUGE,
                        "Steps left of the fetch under way, -1 unknown.",
                        (_, now) -> left(now.progress())),
                each(
                        conditions,
                        "precinct_source_facts",
                        Type.GAUGE,
                        "Files whose facts are known.",
                        (name, _) -> facts.counters(name).entries()),
                each(
                        conditions,
                        "precinct_source_texts_waiting",
                        Type.GAUGE,
                        "1 while texts are being added to the index of searches.",
                        (name, _) -> facts.isAddingTexts(name) ? 1 : 0),
                each(
                        conditions,
                        "precinct_source_cache_hits",
                        Type.COUNTER,
                        "Files not parsed again.",
                        (name, _) -> facts.counters(name).hits()),
                each(
                        conditions,
                        "precinct_source_cache_misses",
                        Type.COUNTER,
                        "Files parsed.",
                        (name, _) -> facts.counters(name).misses()),
                each(
                        conditions,
                        "precinct_source_parse_done",
                        Type.GAUGE,
                        "Files parsed of the indexing under way.",
                        (name, _) -> done(facts.progress(name))),
                each(
                        conditions,
                        "precinct_source_parse_left",
                        Type.GAUGE,
                        "Files left of the indexing under way.",
                        (name, _) -> left(facts.progress(name))));
    }

    private static long done(RepositoryStatus.@Nullable Progress progress) {
        return progress == null ? 0 : progress.done();
    }

    private static long left(RepositoryStatus.@Nullable Progress progress) {
        return progress == null ? 0 : progress.left();
    }

    private static Family each(
            Map<String, Condition> conditions,
            String name,
            Type type,
            String help,
            ToDoubleBiFunction<String, Condition> figure) {
        var samples = new ArrayList<Sample>();
        conditions.forEach((repository, condition) -> samples.add(
                new Sample.Value(Map.of("repository", repository), figure.applyAsDouble(repository, condition))));
        return new Family(name, type, help, samples);
    }
}
