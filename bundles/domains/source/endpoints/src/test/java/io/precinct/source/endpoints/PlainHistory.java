package io.precinct.source.endpoints;

import io.precinct.source.api.History;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The history of a {@link TestRepository}, in a line. */
record PlainHistory(List<String> commits) implements History {
    private static final Person ADA = new Person("Ada", "ada@example.org", Instant.parse("2026-01-01T00:00:00Z"));

    private Revision revision(int number, String path) {
        List<String> parents = number == 0 ? List.of() : List.of(commits.get(number - 1));
        String message = "change " + number;
        return new Revision(commits.get(number), parents, ADA, null, message, message + "\n", path);
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
                        new Name("feature/x", commits.getFirst(), false),
                        new Name("main", commits.getLast(), true)),
                window);
    }

    @Override
    public ResultPage<Name> tags(PageRequest window) {
        return PlainView.page(List.of(new Name("v1", commits.getFirst(), false)), window);
    }
}
