package io.precinct.source.endpoints;

import io.precinct.common.uri.PercentCoding;
import io.precinct.source.api.Position;
import io.precinct.source.api.View;

/** Addresses within this service; paths without host. */
public final class Links {
    private Links() {}

    /** Of a repository. */
    public static String repository(String name) {
        return "/repos/" + PercentCoding.encode(name);
    }

    /** Of a file, without a query. */
    public static String file(String repository, String path) {
        return repository(repository) + "/files/" + PercentCoding.encodePath(path);
    }

    /** Of a file at the commit of a view: it will answer the same for ever. */
    public static String pinned(View view, String path) {
        return file(view.repository(), path) + "?ref=" + view.commit();
    }

    /** Of some lines of a file at the commit of a view. */
    public static String pinned(View view, String path, int from, int to) {
        return pinned(view, path) + "&from=" + from + "&to=" + to;
    }

    /** Of a piece of a file at the commit of a view. */
    public static String pinned(View view, String path, Position start, Position end) {
        return pinned(view, path, start.line(), lastLine(start, end));
    }

    /** The last line that a piece reaches into: ends are exclusive. */
    static int lastLine(Position start, Position end) {
        return end.column() == 0 && end.line() > start.line() ? end.line() - 1 : end.line();
    }
}
