package io.precinct.source.endpoints;

import io.precinct.common.uri.PercentCoding;
import io.precinct.source.api.Position;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.View;
import java.util.List;

/** Makes addresses within this service, as paths without a host. */
public final class Links {
    private Links() {}

    /** The address of a repository. */
    public static String repository(String name) {
        return "/repos/" + PercentCoding.encode(name);
    }

    /** The address of a list of a repository, or of all of them if the repository is empty. */
    public static String list(String repository, String what) {
        return (repository.isEmpty() ? "" : repository(repository)) + "/" + what;
    }

    /** The address of the symbols of a repository at a ref. */
    public static String symbols(String repository, String ref) {
        return list(repository, "symbols") + query(ref);
    }

    /**
     * The address of the identifiers of a name in a repository.
     *
     * @param ref empty for the followed branch
     */
    public static String references(String repository, String ref, String name) {
        return list(repository, "references") + (ref.isEmpty() ? "?" : query(ref) + "&") + "name="
                + PercentCoding.encode(name);
    }

    /** The address of a file, without a query. */
    public static String file(String repository, String path) {
        return repository(repository) + "/files/" + PercentCoding.encodePath(path);
    }

    /** The address of a file at a ref, which may move on. */
    public static String at(String repository, String path, String ref) {
        return file(repository, path) + query(ref);
    }

    /**
     * The address of a line within its whole file.
     *
     * @param ref empty for the followed branch
     * @param line 0 for none
     */
    public static String line(String repository, String path, String ref, int line) {
        String file = ref.isEmpty() ? file(repository, path) : at(repository, path, ref);
        return line == 0 ? file : file + "#L" + line;
    }

    /** The address of a folder at a ref, which may move on; {@code path} is empty for the root. */
    public static String folder(String repository, String path, String ref) {
        return repository(repository) + "/tree" + query(ref) + below(path);
    }

    /** The address of the commits of a ref, or of a file or folder of it if {@code path} is not empty. */
    public static String commits(String repository, String ref, String path) {
        return repository(repository) + "/commits" + query(ref) + below(path);
    }

    /** The address of a commit. */
    public static String commit(String repository, String ref) {
        return repository(repository) + "/commits/" + PercentCoding.encode(ref);
    }

    /** The address of the differences of a commit from its first parent, or from nothing at all if it has none. */
    public static String change(String repository, String commit, List<String> parents, String path) {
        return diff(repository, parents.isEmpty() ? View.NO_COMMIT : parents.getFirst(), commit, path);
    }

    /**
     * The address of the differences between two commits, or those of a file or folder if {@code path} is not empty.
     */
    public static String diff(String repository, String from, String to, String path) {
        return repository(repository) + "/diff?from=" + PercentCoding.encode(from) + "&to=" + PercentCoding.encode(to)
                + below(path);
    }

    /** The address of the commits that wrote the lines of a file. */
    public static String blame(String repository, String path, String ref) {
        return repository(repository) + "/blame/" + PercentCoding.encodePath(path) + query(ref);
    }

    private static String below(String path) {
        return path.isEmpty() ? "" : "&path=" + PercentCoding.encode(path);
    }

    private static String query(String ref) {
        return "?ref=" + PercentCoding.encode(ref);
    }

    /** The address of a file at the commit of a view, which always gives the same answer. */
    public static String pinned(View view, String path) {
        return file(view.repository(), path) + "?ref=" + view.commit();
    }

    /** The address of some lines of a file at the commit of a view. */
    public static String pinned(View view, String path, int from, int to) {
        return pinned(view, path) + "&from=" + from + "&to=" + to;
    }

    /** The address of the lines of a file from one position to another, at the commit of a view. */
    public static String pinned(View view, String path, Position start, Position end) {
        return pinned(view, path, start.line(), lastLine(start, end));
    }

    /** The address of a file with this many lines, or of its requested part, at the commit of a view. */
    public static String pinned(View view, String path, LineRange range, int lines) {
        return range.whole() || lines == 0 ? pinned(view, path) : pinned(view, path, range.first(), range.last(lines));
    }

    /** The address of a fetch. */
    static String job(String repository, RefreshJob job) {
        return repository(repository) + "/refresh/" + PercentCoding.encode(job.id());
    }

    /** The last line before an exclusive end. */
    static int lastLine(Position start, Position end) {
        return end.column() == 0 && end.line() > start.line() ? end.line() - 1 : end.line();
    }
}
