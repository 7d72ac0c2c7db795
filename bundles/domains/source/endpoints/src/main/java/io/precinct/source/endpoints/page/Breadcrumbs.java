package io.precinct.source.endpoints.page;

import io.precinct.source.endpoints.Links;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The breadcrumb navigation of a page.
 *
 * @param crumbs below the list of repositories
 */
public record Breadcrumbs(List<Crumb> crumbs) {
    /**
     * A place on the way to the page.
     *
     * @param address null for the page itself
     */
    public record Crumb(String shown, @Nullable String address) {}

    /** Breadcrumbs of a page of the whole service. */
    static Breadcrumbs service(String here) {
        return new Breadcrumbs(List.of(new Crumb(here, null)));
    }

    /** Breadcrumbs of a path in a repository at a ref; {@code path} may be empty. */
    static Breadcrumbs path(String repository, String ref, String path) {
        List<Crumb> crumbs = new ArrayList<>();
        crumbs.add(new Crumb(repository, Links.folder(repository, "", ref)));
        int from = 0;
        while (from < path.length()) {
            int to = path.indexOf('/', from);
            if (to < 0) {
                crumbs.add(new Crumb(path.substring(from), null));
                break;
            }
            crumbs.add(new Crumb(path.substring(from, to), Links.folder(repository, path.substring(0, to), ref)));
            from = to + 1;
        }
        return new Breadcrumbs(crumbs);
    }
}
