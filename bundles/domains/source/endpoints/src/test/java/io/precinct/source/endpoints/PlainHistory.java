package io.precinct.source.endpoints;

import io.precinct.source.api.FileEntry;
import io.precinct.source.api.History;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The history of a {@link TestRepository}, in a line. */
record PlainHistory(List<String> commits) implements History {
    private static final Person ADA = new Person("Ada", "ada@example.org", Instant.parse("2026-01-01T00:00:00Z"));

    private Revision revision(int number, String path) {
        List<String> parents = number == 0 ? List.of() : List.of(commits.get(number - 1));
        String message = "change " + number;
        return new Revision(commits.get(number), parents, ADA, null, message, message + "\n\nWith <reasons>.\n", path);
    }

    @Override
    public ResultPage<Revision> commits(String path, PageRequest window) {
        var all = new ArrayList<Revision>();
        for (int i = commits.size() - 1; i >= 0; i--) {
            all.add(revision(i, path));
        }
        return PlainView.page(all, window);
    }

    @Override
    public ResultPage<Name> branches(PageRequest window) {
        return PlainView.page(
                List.of(
                        new Name("feature/x", commits.getFirst(), Instant.EPOCH, false),
                        new Name("main", commits.getLast(), Instant.EPOCH, true)),
                window);
    }

    @Override
    public ResultPage<Name> tags(PageRequest window) {
        return PlainView.page(List.of(new Name("v1", commits.getFirst(), Instant.EPOCH, false)), window);
    }

    /** The first line is of the first commit, all others of the last. */
    @Override
    public ResultPage<Run> blame(FileEntry file, int from, int to) {
        if (from > 2) {
            throw SourceFault.of(416, "range_not_satisfiable", "the file has two lines", "total", 2);
        }
        var runs = List.of(
                new Run(1, 1, revision(0, null), "before.toy", 7),
                new Run(2, 2, revision(commits.size() - 1, null), file.path(), 2));
        return new ResultPage<>(
                runs.subList(from - 1, Math.min(to, 2)), null, commits.size() == 1 ? SHALLOW : null, List.of());
    }

    @Override
    public ResultPage<FileChange> diff(String from, String path, PageRequest window) {
        if (from.equals(commits.getLast())) {
            return new ResultPage<>(List.of(), null, null, List.of());
        }
        var hunk = new Hunk(1, 1, 1, 2, List.of(" class A", "+class " + path));
        return PlainView.page(
                List.of(
                        new FileChange("changed", "a.toy", "a.toy", List.of(hunk), null),
                        new FileChange("added", null, "b.bin", List.of(), "binary")),
                window);
    }

    /** No commit has the earlier name of the first line's file, and only the last one has new files. */
    @Override
    public boolean isFile(String commit, String path) {
        boolean before = path.equals("new.toy") && !commit.equals(commits.getLast());
        return commits.contains(commit) && !before && !path.equals("before.toy");
    }
}
