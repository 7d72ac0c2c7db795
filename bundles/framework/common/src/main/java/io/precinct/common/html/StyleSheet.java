package io.precinct.common.html;

import io.precinct.common.digest.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The style sheet of all pages of a kind, and the Content-Security-Policy that allows this style sheet and no other.
 *
 * @param css the style sheet; contains no data, so it needs no escaping
 * @param policy Content-Security-Policy with the digest of {@code css}
 */
public record StyleSheet(String css, String policy) {
    /**
     * The shared style sheet. It is a constant and not a resource, because it is copied into other bundles, and a new
     * build of such a bundle removes only the classes of its last build.
     */
    private static final String BASE = """
            :root {
              --ground: #f4f5f7; --card: #ffffff; --tint: #f7f8fa; --line: #e2e5ea;
              --ink: #171a21; --soft: #566072; --link: #2a49c4; --number: #0a6670; --truth: #7a35b0;
              --good: #116a3a; --good-ground: #e3f4ea; --bad: #b0241c; --bad-ground: #fdeae8;
              --warn: #7d4f00; --warn-ground: #fcf0d4; --bar: #4a5fd0; --shade: 0 1px 2px rgb(20 25 40 / 6%);
              --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
            }
            @media (prefers-color-scheme: dark) {
              :root {
                --ground: #0e1014; --card: #16191f; --tint: #1b1f26; --line: #2b303a;
                --ink: #e7e9ee; --soft: #9ba4b5; --link: #92adff; --number: #6ccdc4; --truth: #cba3ff;
                --good: #72d69b; --good-ground: #11301f; --bad: #ff9d94; --bad-ground: #3b1613;
                --warn: #f0c56e; --warn-ground: #35290d; --bar: #7d92ff; --shade: none;
              }
            }
            * { box-sizing: border-box; }
            html { -webkit-text-size-adjust: 100%; }
            body {
              margin: 0 auto; background: var(--ground); color: var(--ink);
              font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "DejaVu Sans", sans-serif;
            }
            h1, h2, h3, p { margin: 0; }
            a { color: var(--link); text-underline-offset: .15em; overflow-wrap: anywhere; }
            :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
            .more { color: var(--soft); font-style: italic; }
            summary { cursor: pointer; color: var(--link); }
            footer { color: var(--soft); font-size: .8125rem; padding: .6rem 0 0; }
            .top { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; align-items: center; padding: 1rem 0 0; font-size: .9375rem; }
            .top > .brand ~ :last-child:not(nav) { margin-left: auto; }
            .brand { display: inline-flex; gap: .5rem; align-items: center; color: var(--soft); font-weight: 600; font-size: .9rem; text-decoration: none; min-height: 1.75rem; }
            .brand:hover { color: var(--link); }
            .brand svg { width: 1.25rem; height: 1.25rem; fill: none; stroke: var(--bar); stroke-width: 2.2; stroke-linecap: round; }
            .skip { position: absolute; left: -99rem; }
            .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .4rem .8rem; z-index: 2; }
            .crumbs { display: flex; flex-wrap: wrap; margin: 0; padding: 0; list-style: none; }
            .crumbs li + li::before { content: "/"; color: var(--soft); padding: 0 .4rem; }
            .crumbs b { font-weight: 600; overflow-wrap: anywhere; }
            .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shade); padding: .9rem 1.1rem; margin: 0 0 1rem; min-width: 0; }
            .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
            .failure {
              display: flex; gap: clamp(1rem, 3vw, 2rem); align-items: center; margin: 1.4rem 0 1.25rem; padding: clamp(1.1rem, 3vw, 1.75rem);
              background: var(--bad-ground); border-radius: 14px; border-left: 6px solid var(--bad);
            }
            .failure .number { color: var(--bad); font-size: clamp(2.4rem, 1.6rem + 4vw, 4rem); line-height: 1; font-weight: 750; letter-spacing: -.04em; font-variant-numeric: tabular-nums; }
            .failure .path { color: var(--soft); margin-top: .35rem; overflow-wrap: anywhere; }
            .button, button {
              display: inline-block; padding: .3rem .85rem; border-radius: 8px; border: 1px solid var(--line); background: var(--card); color: var(--link);
              font-family: inherit; font-size: .875rem; font-weight: 600; line-height: 1.5; text-decoration: none; cursor: pointer;
            }
            .button:hover, button:hover { background: var(--tint); }
            """;

    /**
     * Loads the style sheet that all pages share, followed by that of the pages of this kind.
     *
     * @param owner the class whose package contains the style sheet
     * @param resource its name
     * @param directives further directives of the policy, for example {@code form-action 'none'}
     * @throws IllegalStateException if the bundle lacks it
     */
    public static StyleSheet load(Class<?> owner, String resource, String directives) {
        String css = BASE + read(owner, resource);
        byte[] digest = Digests.sha256().digest(css.getBytes(StandardCharsets.UTF_8));
        return new StyleSheet(
                css,
                "default-src 'none'; style-src 'sha256-" + Base64.getEncoder().encodeToString(digest)
                        + "'; img-src 'self' data:; base-uri 'none'; " + directives);
    }

    private static String read(Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the bundle of " + owner.getName() + " lacks " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read", e);
        }
    }
}
