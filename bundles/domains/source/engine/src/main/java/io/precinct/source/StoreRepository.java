package io.precinct.source;

import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.FileText;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.Repository;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.View;
import io.precinct.source.stores.StoreTracker;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A parameter store as boundaries see it: a repository. Thread-safe. */
record StoreRepository(
        StoreTracker tracker,
        SourceFacts facts,
        SourceLimits limits,
        WeightedLru<String, Optional<FileText>> texts,
        SourceRepository.Parses parses)
        implements Repository {
    @Override
    public String name() {
        return tracker.settings().name();
    }

    @Override
    public RepositoryStatus status() {
        return SourceRepository.status(tracker.settings(), tracker.condition(), facts, parses, tracker.omissions());
    }

    @Override
    public View view(@Nullable String ref) {
        return new StoreView(tracker, tracker.snapshot(ref), facts, limits, texts);
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
