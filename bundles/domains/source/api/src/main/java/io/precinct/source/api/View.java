package io.precinct.source.api;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A repository at a commit. Nothing fetched, parsed or deployed meanwhile changes its answers, except that a language
 * may come or go. Cheap to make, needs no closing. Thread-safe.
 *
 * <p>Lists are walked by key: a page request asks for the items after a key from an earlier answer.
 */
@ProviderType
public interface View {
    /** Name of the repository. */
    String repository();

    /** The requested ref as the client gave it, or the followed branch. */
    String ref();

    /** The value of {@link #commit} if a repository has none yet: git's null id. */
    String NO_COMMIT = "0000000000000000000000000000000000000000";

    /** The commit, 40 hexadecimal digits; {@link #NO_COMMIT} if the repository is empty. */
    String commit();

    /** The commit as shown in answers: null if the repository is empty. */
    default @Nullable String commitOrNull() {
        return commit().equals(NO_COMMIT) ? null : commit();
    }

    /** When it was fetched. */
    Instant fetchedAt();

    /**
     * When the commit was made, as its committer states, to the second; null for the content of a parameter store,
     * which has no git commit.
     *
     * @throws SourceFault 503 {@code repository_failed}
     * @since 1.2
     */
    default @Nullable Instant committedAt() {
        return null;
    }

    /** True if the last fetch failed, so that the remote may have moved on. */
    boolean stale();

    /** True if the ref is a full commit id, so that the answer will never change. */
    boolean pinned();

    /**
     * False while a language of the repository is being fetched or is unavailable: more may be found in the same commit
     * later.
     */
    boolean settled();

    /**
     * A number that changes whenever the same commit may answer differently, because languages, the allowed ones among
     * them, or limits changed.
     */
    long generation();

    /**
     * A number for how file bytes are decoded: it changes whenever the same bytes may have become another text, and is
     * the same after a restart.
     */
    int decoding();

    /**
     * Files and folders at or below a path, sorted by path; folders only if {@code recursive} is false.
     *
     * @param path a folder or a file; empty for the root
     * @throws SourceFault 404 {@code unknown_path}, 400 {@code path_escape}
     */
    ResultPage<FileEntry> list(String path, boolean recursive, PageRequest window);

    /**
     * The file, folder, link or submodule at a path.
     *
     * @throws SourceFault 404 {@code unknown_path}, 400 {@code path_escape}
     */
    FileEntry entry(String path);

    /** The bytes of a file or of the target of a symlink; empty for anything else. */
    byte[] content(FileEntry file);

    /** Writes the bytes of a file without holding them all in memory. */
    void copy(FileEntry file, OutputStream out) throws IOException;

    /** Whether a file of any size is text, judging by its first bytes. */
    boolean looksLikeText(FileEntry file);

    /** A file as text; null if it is binary, larger than the inline limit, or without content. */
    @Nullable
    FileText text(FileEntry file);

    /**
     * How far its files are parsed; null once everything is known about them. Otherwise, declarations and annotations
     * may be missing from the view's answers, which then say so.
     *
     * @throws SourceFault 503 {@code parsing} if its files are being counted
     * @since 1.3
     */
    default @Nullable ParseProgress parsing() {
        return null;
    }

    /**
     * The same, except that {@link #symbols} and {@link #annotations} do not wait for any file to be parsed: they
     * answer what is known. Those of this view wait for a few files, for less than half a second.
     *
     * @since 1.3
     */
    default View atOnce() {
        return this;
    }

    /**
     * Declarations.
     *
     * @throws SourceFault 503 {@code parsing} if nothing is known yet
     */
    ResultPage<Symbol> symbols(SymbolSelector selector, PageRequest window);

    /**
     * Comments with an annotation, and the code they are attached to.
     *
     * @throws SourceFault 503 {@code parsing} if nothing is known yet
     */
    ResultPage<Annotation> annotations(AnnotationSelector selector, PageRequest window);

    /** Matches of a syntax-tree query in all files that the selector names. */
    ResultPage<Match> query(QuerySelector selector, PageRequest window);

    /**
     * Lines of text, file by file: first the files that declare a symbol of the searched name, then the others, each
     * group by path. A page that took too long is {@code truncated} by {@link ResultPage#TIME} and has a key at which
     * to continue.
     *
     * @throws SourceFault 422 {@code bad_query, unknown_grammar}, 400 {@code path_escape}
     * @since 1.5
     */
    default ResultPage<TextLine> search(TextSelector selector, PageRequest window) {
        return new ResultPage<>(List.of(), null, null, List.of());
    }

    /**
     * Identifiers of a name in code, outside strings and comments.
     *
     * @throws SourceFault 422 {@code unknown_grammar}, 504 {@code query_timeout}, 503 {@code parsing} if nothing is
     *     known yet
     * @since 1.5
     */
    default ResultPage<Reference> references(ReferenceSelector selector, PageRequest window) {
        return new ResultPage<>(List.of(), null, null, List.of());
    }

    /**
     * Its commits, branches and tags, who wrote which line, and its differences from other commits.
     *
     * @since 1.5
     */
    default History history() {
        return History.NONE;
    }

    /**
     * Pieces of a file to highlight, in order and not overlapping; empty if its language has no highlight query.
     */
    List<Highlight> highlights(FileEntry file);

    /**
     * The ones among these names that a declaration of the repository has, as far as its files are parsed.
     *
     * @param names exact
     */
    default Set<String> declared(Collection<String> names) {
        Set<String> declared = new HashSet<>();
        View known = atOnce();
        for (String name : names) {
            var selector = new SymbolSelector(name, null, null);
            if (!known.symbols(selector, PageRequest.brief(1, null)).items().isEmpty()) {
                declared.add(name);
            }
        }
        return declared;
    }

    /**
     * The same for a caller with these roles: masked values of a parameter store are in the clear if one of the roles
     * is granted them. Only endpoints ask, once for each request; work done in advance sees masked values.
     *
     * @since 1.1
     */
    default View granted(Set<String> roles) {
        return this;
    }

    /**
     * Whether {@code ***} may stand in its content for something that this view does not show.
     *
     * @since 1.6
     */
    default boolean masked() {
        return false;
    }

    /**
     * Whether it shows content that others must not see: answers made from it are not cached, and are sent as
     * {@code no-store}, without a tag.
     *
     * @since 1.1
     */
    default boolean confidential() {
        return false;
    }

    /**
     * A piece of text to highlight.
     *
     * @param from byte offset
     * @param to byte offset behind it
     * @param name of the capture: {@code keyword}, {@code string.special}
     */
    record Highlight(int from, int to, String name) {}
}
