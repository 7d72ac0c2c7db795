package io.precinct.configuration.queries;

import io.precinct.source.api.FileEntry;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The files that a question selects, one after the other, sorted by path. Not thread-safe. */
final class SelectedFiles {
    private final View view;
    private final FileLists lists;
    private final String path;
    private final Deque<FileEntry> read = new ArrayDeque<>();
    private final boolean single;
    private @Nullable String after;
    private boolean more;

    /**
     * The files from one on, or from the first.
     *
     * @param from path of the file to begin with, or null
     * @throws SourceFault 404 {@code unknown_path}, 400 {@code path_escape}, 400 {@code bad_cursor}
     */
    SelectedFiles(View view, FileLists lists, Question question, @Nullable String from) {
        this.view = view;
        this.lists = lists;
        String glob = question.glob();
        this.path = glob == null ? String.valueOf(question.path()) : glob;
        FileEntry named = glob == null && !path.isEmpty() ? view.entry(path) : null;
        this.single = named != null && !named.type().equals("dir");
        this.more = !single;
        if (single && named != null) {
            read.add(named);
        } else if (from != null) {
            read.add(begun(from));
            after = from;
        }
    }

    private FileEntry begun(String from) {
        try {
            return view.entry(from);
        } catch (SourceFault fault) {
            throw ListCursor.bad("the cursor is not one of this list; begin without");
        }
    }

    /** Whether the question is about one file, whose faults are those of the question. */
    boolean isSingle() {
        return single;
    }

    /** The next file, or null. */
    @Nullable
    FileEntry next() {
        while (read.isEmpty() && more) {
            ResultPage<FileEntry> page = lists.page(view, path, after);
            read.addAll(page.items());
            after = page.next();
            more = after != null;
        }
        return read.poll();
    }
}
