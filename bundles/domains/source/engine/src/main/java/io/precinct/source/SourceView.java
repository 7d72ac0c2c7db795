package io.precinct.source;

import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.History;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.Reference;
import io.precinct.source.api.ReferenceSelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.TextSelector;
import io.precinct.source.api.View;
import io.precinct.source.facts.Lookup;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.facts.index.PathSelection;
import io.precinct.source.git.CommitTree;
import io.precinct.source.git.FileContent;
import io.precinct.source.git.PathRules;
import io.precinct.source.git.RepositoryTracker.Snapshot;
import io.precinct.source.git.TreeFile;
import io.precinct.source.pattern.Glob;
import io.precinct.source.stores.StoreTracker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A commit of a git repository or of a parameter store as boundaries see it. Thread-safe. */
class SourceView implements View {
    private static final int KIND = 0170000;

    /** Bytes of the largest file whose tree is made for colours: a larger one takes seconds, and nobody reads it. */
    private static final long LARGEST_HIGHLIGHTED = 1L << 20;

    private final CommitTree commit;
    private final String ref;
    private final Instant fetchedAt;
    private final boolean stale;
    private final boolean pinned;
    private final SourceFacts facts;
    private final SourceLimits limits;
    private final WeightedLru<String, Optional<FileText>> texts;
    private final boolean waiting;

    SourceView(
            Snapshot snapshot, SourceFacts facts, SourceLimits limits, WeightedLru<String, Optional<FileText>> texts) {
        this(
                snapshot.commit(),
                snapshot.ref(),
                snapshot.fetchedAt(),
                snapshot.stale(),
                snapshot.pinned(),
                facts,
                limits,
                texts,
                true);
    }

    /**
     * A commit of a store.
     *
     * @param commit as callers see it
     */
    SourceView(
            StoreTracker.Snapshot snapshot,
            CommitTree commit,
            SourceFacts facts,
            SourceLimits limits,
            WeightedLru<String, Optional<FileText>> texts) {
        this(
                commit,
                snapshot.ref(),
                snapshot.fetchedAt(),
                snapshot.stale(),
                snapshot.pinned(),
                facts,
                limits,
                texts,
                true);
    }

    private SourceView(
            CommitTree commit,
            String ref,
            Instant fetchedAt,
            boolean stale,
            boolean pinned,
            SourceFacts facts,
            SourceLimits limits,
            WeightedLru<String, Optional<FileText>> texts,
            boolean waiting) {
        this.commit = commit;
        this.ref = ref;
        this.fetchedAt = fetchedAt;
        this.stale = stale;
        this.pinned = pinned;
        this.facts = facts;
        this.limits = limits;
        this.texts = texts;
        this.waiting = waiting;
    }

    @Override
    public String repository() {
        return commit.repository();
    }

    @Override
    public String ref() {
        return ref;
    }

    @Override
    public String commit() {
        return commit.id();
    }

    @Override
    public @Nullable Instant committedAt() {
        return commit.committedAt();
    }

    @Override
    public Instant fetchedAt() {
        return fetchedAt;
    }

    @Override
    public boolean stale() {
        return stale;
    }

    @Override
    public boolean pinned() {
        return pinned;
    }

    @Override
    public boolean settled() {
        return facts.settled(commit.grammars());
    }

    @Override
    public long generation() {
        return 31
                        * (31 * (31 * facts.generation() + limits.hashCode())
                                + commit.grammars().hashCode())
                + commit.annotations().hashCode();
    }

    @Override
    public int decoding() {
        return Blobs.DECODING;
    }

    @Override
    public ResultPage<FileEntry> list(String path, boolean recursive, PageRequest window) {
        String wanted = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        PathRules.check(wanted);
        String after = window.after();
        checkKey(after);
        TreeFile at = commit.find(wanted);
        if (at == null && Glob.isPathPattern(wanted)) {
            return page(matching(wanted, after, window.limit() + 1), window.limit(), true);
        }
        if (at == null) {
            throw unknown(wanted);
        }
        if (!at.isFolder()) {
            List<FileEntry> itself = after == null ? List.of(entry(at)) : List.of();
            return new ResultPage<>(itself, null, null, List.of());
        }
        int asked = window.limit() + 1;
        return recursive
                ? page(commit.walk(at, after, asked), window.limit(), true)
                : page(commit.list(at, after, asked), window.limit(), false);
    }

    /** The files, links and submodules that a pattern matches, with the same meaning as everywhere else. */
    private List<TreeFile> matching(String pattern, @Nullable String after, int most) {
        List<List<String>> alternatives = Glob.alternatives(pattern);
        return commit.files().stream()
                .filter(file -> after == null || PathRules.compare(file.path(), after) > 0)
                .filter(file -> Glob.matchesPath(alternatives, file.path()))
                .limit(most)
                .toList();
    }

    /** @param below whether files below folders belong to the page, so that those of a submodule are missing from it */
    private ResultPage<FileEntry> page(List<TreeFile> files, int limit, boolean below) {
        boolean more = files.size() > limit;
        List<TreeFile> page = more ? files.subList(0, limit) : files;
        List<FileEntry> entries = new ArrayList<>(page.size());
        List<ResultPage.Skipped> skipped = new ArrayList<>();
        for (TreeFile file : page) {
            FileEntry entry = entry(file);
            entries.add(entry);
            String reason = below && entry.submoduleCommit() != null ? "submodule" : entry.skipped();
            if (reason != null) {
                skipped.add(new ResultPage.Skipped(entry.path(), reason));
            }
        }
        return new ResultPage<>(entries, more ? page.getLast().path() : null, null, skipped);
    }

    /** A key is a path of this commit. */
    private void checkKey(@Nullable String after) {
        // Not checked by the path rules for clients: git has names that those refuse.
        if (after != null && commit.find(after) == null) {
            throw SourceFault.of(400, "bad_cursor", "the cursor is none of this list");
        }
    }

    @Override
    public FileEntry entry(String path) {
        PathRules.check(path);
        TreeFile found = commit.find(path);
        if (found == null) {
            throw unknown(path);
        }
        return entry(found);
    }

    private SourceFault unknown(String path) {
        return SourceFault.of(404, "unknown_path", repository() + " has nothing at " + path + " in " + ref);
    }

    private FileEntry entry(TreeFile file) {
        String mode = String.format("%06o", file.mode());
        return switch (file.mode() & KIND) {
            case 0040000 -> new FileEntry(file.path(), "dir", mode, -1, null, null, null, null, null);
            case 0160000 -> new FileEntry(file.path(), "submodule", mode, -1, null, null, null, file.blob(), null);
            case 0120000 -> {
                long size = commit.size(file.blob());
                yield new FileEntry(
                        file.path(), "symlink", mode, size, file.blob(), null, target(file.blob(), size), null, null);
            }
            default -> {
                long size = commit.size(file.blob());
                String lang = facts.languageOf(commit, file);
                yield new FileEntry(
                        file.path(), "file", mode, size, file.blob(), lang, null, null, skipped(file.blob(), size));
            }
        };
    }

    private @Nullable String target(String blob, long size) {
        return size > limits.inlineBytes() ? null : new String(commit.read(blob), StandardCharsets.UTF_8);
    }

    private @Nullable String skipped(String blob, long size) {
        if (size > limits.parsedBytes()) {
            return "too_large";
        }
        return switch (commit.look(blob, size)) {
            case TEXT -> null;
            case BINARY -> "binary";
            case LFS_POINTER -> "lfs_pointer";
        };
    }

    @Override
    public byte[] content(FileEntry file) {
        String blob = file.blob();
        if (blob == null) {
            return new byte[0];
        }
        if (file.size() > limits.inlineBytes()) {
            throw SourceFault.of(
                    413,
                    "too_large",
                    file.path() + " has " + file.size() + " bytes, more than the " + limits.inlineBytes()
                            + " that are held at once: fetch it raw");
        }
        return commit.read(blob).clone();
    }

    @Override
    public void copy(FileEntry file, OutputStream out) throws IOException {
        String blob = file.blob();
        if (blob != null) {
            commit.copy(blob, out);
        }
    }

    @Override
    public boolean looksLikeText(FileEntry file) {
        String blob = file.blob();
        return blob != null && commit.look(blob, file.size()) != CommitTree.Look.BINARY;
    }

    @Override
    public @Nullable FileText text(FileEntry file) {
        String blob = file.blob();
        if (blob == null || file.size() > limits.inlineBytes()) {
            return null;
        }
        return texts.get(blob, () -> decoded(blob)).orElse(null);
    }

    private Optional<FileText> decoded(String blob) {
        FileContent content = FileContent.of(commit.read(blob));
        return Optional.ofNullable(content.text())
                .map(text -> new FileText(text, String.valueOf(content.encoding()), content.newline()));
    }

    @Override
    public @Nullable ParseProgress parsing() {
        return facts.lookup().parsing(commit);
    }

    @Override
    public View atOnce() {
        return new SourceView(commit, ref, fetchedAt, stale, pinned, facts, limits, texts, false);
    }

    private Lookup lookup() {
        return waiting ? facts.lookup() : facts.lookup().atOnce();
    }

    @Override
    public ResultPage<Symbol> symbols(SymbolSelector selector, PageRequest window) {
        return explained(selector.path(), window, lookup().symbols(commit, selector, window));
    }

    @Override
    public ResultPage<Annotation> annotations(AnnotationSelector selector, PageRequest window) {
        return explained(selector.path(), window, lookup().annotations(commit, selector, window));
    }

    @Override
    public ResultPage<Match> query(QuerySelector selector, PageRequest window) {
        return explained(selector.path(), window, facts.lookup().query(commit, selector, window));
    }

    @Override
    public ResultPage<TextLine> search(TextSelector selector, PageRequest window) {
        return explained(selector.path(), window, facts.lookup().search(commit, selector, window));
    }

    @Override
    public ResultPage<Reference> references(ReferenceSelector selector, PageRequest window) {
        return explained(selector.path(), window, lookup().references(commit, selector, window));
    }

    /** The same page; if it begins a list that has nothing because nothing is at its path, that is said. */
    // @req:source-unknown-path
    private <T> ResultPage<T> explained(@Nullable String path, PageRequest window, ResultPage<T> page) {
        boolean looked = !page.items().isEmpty() || !page.skipped().isEmpty();
        ResultPage.Skipped reason = path == null || window.after() != null || looked ? null : missing(path);
        return reason == null
                ? page
                : new ResultPage<>(
                        page.items(),
                        page.next(),
                        page.truncated(),
                        List.of(reason),
                        page.incomplete(),
                        page.parsing());
    }

    /** Why no file is selected by a path; null if one is. */
    private ResultPage.@Nullable Skipped missing(String path) {
        TreeFile end = end(path);
        if (end != null && end.isSymlink()) {
            String target = target(end.blob(), commit.size(end.blob()));
            return new ResultPage.Skipped(
                    end.path(), "symlink", target == null ? null : "it leads to " + target + ", and is not followed");
        }
        if (end != null && !end.isFile()) {
            return new ResultPage.Skipped(end.path(), "submodule", "its files are in another repository");
        }
        List<String> paths = commit.files().stream().map(TreeFile::path).toList();
        if (PathSelection.exists(path, paths)) {
            return null;
        }
        String what = Glob.isPathPattern(path) ? "no file that matches it" : "nothing there";
        return new ResultPage.Skipped(path, ResultPage.UNKNOWN_PATH, repository() + " has " + what + " in " + ref);
    }

    /** The file, link or submodule at which a path ends, or that stands in its way; null if there is none. */
    private @Nullable TreeFile end(String path) {
        for (int end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
            TreeFile found = commit.find(end < 0 ? path : path.substring(0, end));
            if (found == null || end < 0 || !found.isFolder()) {
                return found == null || found.isFolder() ? null : found;
            }
        }
    }

    @Override
    public History history() {
        return commit.history(limits);
    }

    @Override
    public List<Highlight> highlights(FileEntry file) {
        return file.size() > LARGEST_HIGHLIGHTED ? List.of() : facts.lookup().highlights(commit, file);
    }
}
