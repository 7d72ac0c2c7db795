package io.precinct.source;

import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.View;
import io.precinct.source.git.CommitTree;
import io.precinct.source.stores.StoreTracker;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A parameter store's content, as everybody sees it and as callers who are granted its secrets see it. Thread-safe. */
final class StoreView extends SourceView {
    private final StoreTracker tracker;
    private final StoreTracker.Snapshot snapshot;
    private final SourceFacts facts;
    private final SourceLimits limits;

    StoreView(
            StoreTracker tracker,
            StoreTracker.Snapshot snapshot,
            SourceFacts facts,
            SourceLimits limits,
            WeightedLru<String, Optional<FileText>> texts) {
        super(snapshot, snapshot.masked(), facts, limits, texts);
        this.tracker = tracker;
        this.snapshot = snapshot;
        this.facts = facts;
        this.limits = limits;
    }

    // @req:store-grant
    @Override
    public View granted(Set<String> roles) {
        CommitTree clear = snapshot.clear();
        return clear != null && tracker.grants(roles) ? new Granted(snapshot, clear, facts, limits) : this;
    }

    @Override
    public boolean masked() {
        return true;
    }

    /** With secrets in the clear. Nothing in it is parsed, searched or kept. */
    private static final class Granted extends SourceView {
        private static final int NONE_KEPT = 0;

        Granted(StoreTracker.Snapshot snapshot, CommitTree clear, SourceFacts facts, SourceLimits limits) {
            super(snapshot, clear, new FileNamesOnly(facts), limits, new WeightedLru<>(NONE_KEPT, _ -> 1));
        }

        @Override
        public boolean confidential() {
            return true;
        }

        @Override
        public List<Highlight> highlights(FileEntry file) {
            return List.of();
        }
    }

    /** Tells languages by the names of files, and finds nothing in them. */
    private record FileNamesOnly(SourceFacts facts) implements SourceFacts {
        @Override
        public @Nullable String languageOf(String path, List<String> allowed) {
            return facts.languageOf(path, allowed);
        }

        @Override
        public boolean settled(List<String> allowed) {
            return facts.settled(allowed);
        }

        @Override
        public void close() {
            // The owner of these facts closes them.
        }
    }
}
