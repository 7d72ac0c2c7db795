package io.precinct.configuration.compare;

import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * A commit of a {@link TestRepository}. A file with a NUL is binary, one over its limit too large.
 *
 * @param clear the same files with the secrets; null if there are none, or if {@code files} has them
 */
record TestView(
        TestRepository owner,
        String ref,
        String commit,
        TreeMap<String, byte[]> files,
        TreeMap<String, byte[]> clear,
        boolean confidential)
        implements View {
    /** The role that is granted secrets. */
    static final String GRANTED = "auditor";

    static final Instant FETCHED = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public String repository() {
        return owner.name();
    }

    @Override
    public Instant fetchedAt() {
        return FETCHED;
    }

    @Override
    public boolean stale() {
        return false;
    }

    @Override
    public boolean pinned() {
        return ref.equals(commit);
    }

    @Override
    public boolean settled() {
        return true;
    }

    @Override
    public long generation() {
        return 0;
    }

    @Override
    public int decoding() {
        return 1;
    }

    @Override
    public boolean masked() {
        return clear != null;
    }

    @Override
    public View granted(Set<String> roles) {
        return clear != null && roles.contains(GRANTED) ? new TestView(owner, ref, commit, clear, null, true) : this;
    }

    @Override
    public ResultPage<FileEntry> list(String path, boolean recursive, PageRequest window) {
        var matcher = FileSystems.getDefault().getPathMatcher("glob:" + path);
        List<FileEntry> all = files.keySet().stream()
                .filter(file -> file.startsWith(path + "/") || matcher.matches(Path.of(file)))
                .filter(file -> window.after() == null || file.compareTo(window.after()) > 0)
                .limit(window.limit() + 1L)
                .map(this::entry)
                .toList();
        boolean more = all.size() > window.limit();
        List<FileEntry> page = more ? all.subList(0, window.limit()) : all;
        return new ResultPage<>(page, more ? page.getLast().path() : null, null, List.of());
    }

    @Override
    public FileEntry entry(String path) {
        byte[] content = files.get(path);
        if (content == null && files.keySet().stream().anyMatch(file -> file.startsWith(path + "/"))) {
            return new FileEntry(path, "dir", "040000", -1, null, null, null, null, null);
        }
        if (content == null) {
            throw SourceFault.of(404, "unknown_path", "there is no " + path);
        }
        String text = new String(content, StandardCharsets.UTF_8);
        String skipped = text.indexOf(0) >= 0 ? "binary" : content.length > 9_000_000 ? "too_large" : null;
        String blob = "%040x".formatted(Arrays.hashCode(content) & 0xffffffffL);
        return new FileEntry(path, "file", "100644", content.length, blob, null, null, null, skipped);
    }

    @Override
    public FileText text(FileEntry file) {
        owner.owner.reads.incrementAndGet();
        if (content(file) == null || file.skipped() != null) {
            return null;
        }
        return new FileText(new String(content(file), StandardCharsets.UTF_8), "UTF-8", "lf");
    }

    @Override
    public byte[] content(FileEntry file) {
        return files.get(file.path());
    }

    @Override
    public void copy(FileEntry file, OutputStream out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean looksLikeText(FileEntry file) {
        return file.skipped() == null;
    }

    @Override
    public ResultPage<Symbol> symbols(SymbolSelector selector, PageRequest window) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ResultPage<Annotation> annotations(AnnotationSelector selector, PageRequest window) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ResultPage<Match> query(QuerySelector selector, PageRequest window) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Highlight> highlights(FileEntry file) {
        return List.of();
    }
}
