package io.precinct.source.endpoints.page;

import io.precinct.source.api.History;
import io.precinct.source.api.History.Name;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.SourceFault;
import io.precinct.source.endpoints.RepositoryLookup;
import java.util.List;
import java.util.stream.Stream;

/**
 * A form that shows the same place at another branch, tag or commit.
 *
 * @param action address of the page without a query
 * @param path a parameter that the address needs, or empty
 * @param ref the one of the page
 * @param names to choose from
 */
public record RefSwitch(String action, String path, String ref, List<String> names) {
    private static final int MOST_NAMES = 200;

    static RefSwitch of(RepositoryLookup.Open open, String action, String path) {
        return new RefSwitch(action, path, open.ref(), names(open));
    }

    private static List<String> names(RepositoryLookup.Open open) {
        try {
            History history = open.view().history();
            return Stream.of(
                            history.branches(PageRequest.first(MOST_NAMES)),
                            history.tags(PageRequest.first(MOST_NAMES)))
                    .flatMap(names -> names.items().stream())
                    .map(Name::name)
                    .toList();
        } catch (SourceFault fault) {
            return List.of(); // names to choose from are an extra
        }
    }
}
