package io.precinct.source;

import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.FileText;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.Repository;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.View;
import io.precinct.source.git.RepositoryTracker;
import io.precinct.source.settings.RepositorySettings;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A repository as boundaries see it. Thread-safe. */
record SourceRepository(
        RepositoryTracker tracker,
        SourceFacts facts,
        SourceLimits limits,
        WeightedLru<String, Optional<FileText>> texts,
        Parses parses)
        implements Repository {
    /** Reports how far the files of a repository are parsed. */
    @FunctionalInterface
    interface Parses {
        /** Null once all files of the condition's commit are parsed. */
        @Nullable
        ParseProgress of(String repository, RepositoryTracker.Condition now);
    }

    @Override
    public String name() {
        return tracker.settings().name();
    }

    @Override
    public RepositoryStatus status() {
        return status(tracker.settings(), tracker.condition(), facts, parses, RepositoryStatus.Omissions.NONE);
    }

    /** The status of a repository of any origin. */
    static RepositoryStatus status(
            RepositorySettings settings,
            RepositoryTracker.Condition now,
            SourceFacts facts,
            Parses parses,
            RepositoryStatus.Omissions omissions) {
        return new RepositoryStatus(
                settings.name(),
                settings.url(),
                now.state().name().toLowerCase(Locale.ROOT),
                now.ref(),
                now.commit(),
                now.fetchedAt(),
                now.nextRefreshAt(),
                now.lastError(),
                facts.grammars(settings.grammars()),
                facts.counters(settings.name()),
                now.progress() == null ? facts.progress(settings.name()) : now.progress(),
                parses.of(settings.name(), now),
                omissions);
    }

    @Override
    public View view(@Nullable String ref) {
        return new SourceView(tracker.snapshot(ref), facts, limits, texts);
    }

    @Override
    public RefreshJob refresh() {
        return tracker.refresh();
    }

    @Override
    public @Nullable RefreshJob job(String id) {
        return tracker.job(id);
    }

    @Override
    public boolean genuine(@Nullable String signature, @Nullable String token, byte[] body) {
        return tracker.genuine(signature, token, body);
    }
}
