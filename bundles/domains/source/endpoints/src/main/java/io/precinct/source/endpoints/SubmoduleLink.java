package io.precinct.source.endpoints;

import io.precinct.source.endpoints.page.PlainData;
import org.jspecify.annotations.Nullable;

/**
 * The link of a page from a submodule to its repository.
 *
 * @param address here, or elsewhere by http(s)
 * @param elsewhere whether it leads out of this service
 */
public record SubmoduleLink(String shown, String address, boolean elsewhere) {
    /** The link of an entry in the payload of a tree, or null if nothing is known of its repository. */
    public static @Nullable SubmoduleLink of(PlainData item) {
        PlainData origin = item.member(SourceResources.SUBMODULE);
        return of(given(origin.text("repo")), given(origin.text("url")), item.text("submodule_commit"));
    }

    private static @Nullable String given(String text) {
        return text.isEmpty() ? null : text;
    }

    /** The repository that is served here at the commit, else the web address of where it comes from, else null. */
    static @Nullable SubmoduleLink of(@Nullable String repo, @Nullable String url, String commit) {
        if (repo != null) {
            return new SubmoduleLink(repo, Links.folder(repo, "", commit), false);
        }
        RemoteAddress address = url == null ? null : RemoteAddress.of(url);
        String web = address == null ? null : address.web();
        return web == null ? null : new SubmoduleLink(web, web, true);
    }
}
