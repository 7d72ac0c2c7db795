package io.precinct.source.endpoints.page;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.Item;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.LineRange;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.RepositoryLookup;
import java.util.List;
import java.util.Locale;

/** A file as a page: numbered and highlighted lines, a list of its symbols, and names linked to their declarations. */
// @req:source-pages
public final class FilePage {
    private static final int MOST_SYMBOLS = 1000;

    private final RepositoryLookup.Open open;
    private final View view;
    private final String ref;
    private final FileEntry entry;
    private final LineRange range;

    private FilePage(RepositoryLookup.Open open, FileEntry entry, LineRange range) {
        this.open = open;
        this.view = open.view();
        this.ref = open.ref();
        this.entry = entry;
        this.range = range;
    }

    /** The page of a file, or of some lines of it. */
    public static HtmlPage of(RepositoryLookup.Open open, FileEntry entry, LineRange range) {
        return new FilePage(open, entry, range).page();
    }

    private HtmlPage page() {
        FileText text = entry.blob() == null ? null : view.text(entry);
        HtmlBuilder html = HtmlPage.begin(
                entry.path() + " · " + view.repository(), Breadcrumbs.path(view.repository(), ref, entry.path()));
        if (text == null) {
            head(html, 0, "");
            nothing(html);
            return HtmlPage.end(html);
        }
        range.within(text.lines());
        List<Item> symbols = symbols();
        head(html, text.lines(), text.encoding() + ", " + text.newline());
        if (range.whole() && Markdown.isOne(entry.path())) {
            Markdown.write(html, open, entry);
        }
        html.tag("<div class=\"file\">");
        outline(html, symbols);
        html.tag("<section class=\"card\" aria-label=\"Code\">");
        partial(html, text.lines());
        new CodeLines(view, ref, entry, text, symbols).write(html, range);
        html.tag("</section></div>");
        return HtmlPage.end(html);
    }

    private void head(HtmlBuilder html, int lines, String encoding) {
        html.tag("<div class=\"head\"><h1>").text(entry.path()).tag("</h1><p class=\"actions\">");
        FileActions.write(html, open, entry, FileActions.CODE);
        html.tag("<a class=\"button\" rel=\"bookmark\" href=\"")
                .text(Links.pinned(view, entry.path(), range, lines))
                .tag("\">Permalink</a></p></div>");
        RepositoryTabs.write(html, view.repository(), ref, RepositoryTabs.FILES);
        RefSwitch.write(html, open, Links.file(view.repository(), entry.path()), "");
        html.tag("<ul class=\"facts\">");
        fact(html, "Ref", ref);
        fact(html, "Commit", view.commit().substring(0, 10));
        if (entry.lang() != null) {
            fact(html, "Language", entry.lang());
        }
        if (entry.size() >= 0) {
            fact(html, "Size", String.format(Locale.ROOT, "%,d bytes", entry.size()));
        }
        if (lines > 0) {
            fact(html, "Lines", Integer.toString(lines));
            fact(html, "Text", encoding);
        }
        if (entry.skipped() != null) {
            fact(html, "Not parsed", entry.skipped());
        }
        if (view.stale()) {
            html.tag("<li class=\"warn\">The last fetch failed; the remote may have moved on</li>");
        }
        html.tag("</ul>");
    }

    private static void fact(HtmlBuilder html, String name, String value) {
        html.tag("<li><span>").text(name).tag("</span> ").text(value).tag("</li>");
    }

    private void nothing(HtmlBuilder html) {
        html.tag("<section class=\"card\"><p>");
        if (entry.submoduleCommit() != null) {
            html.text("A submodule: another repository, at commit " + entry.submoduleCommit() + ".");
        } else {
            html.text("This file is binary or too large to be shown. Its bytes come with"
                    + " Accept: application/octet-stream.");
        }
        html.tag("</p></section>");
    }

    private void partial(HtmlBuilder html, int lines) {
        if (!range.whole()) {
            html.tag("<p class=\"note\">Lines ")
                    .number(range.first())
                    .tag(" to ")
                    .number(range.last(lines))
                    .tag(" of ")
                    .number(lines)
                    .tag(". ")
                    .link(Links.at(view.repository(), entry.path(), ref) + "#L" + range.first(), "The whole file")
                    .tag("</p>");
        }
    }

    private List<Item> symbols() {
        if (entry.lang() == null || entry.skipped() != null) {
            return List.of();
        }
        try {
            return view
                    .symbols(new SymbolSelector(null, null, entry.path()), PageRequest.first(MOST_SYMBOLS))
                    .items()
                    .stream()
                    .map(Symbol::item)
                    .filter(item -> item.path().equals(entry.path()))
                    .toList();
        } catch (SourceFault fault) {
            return List.of(); // the outline is optional
        }
    }

    private void outline(HtmlBuilder html, List<Item> symbols) {
        if (symbols.isEmpty()) {
            return;
        }
        html.tag("<nav class=\"outline card\" aria-label=\"Symbols of this file\"><h2>Symbols</h2><ul>");
        for (Item symbol : symbols) {
            int depth = symbol.container() == null
                    ? 0
                    : Math.min(4, symbol.container().split("/").length);
            String file = range.whole() ? "" : Links.at(view.repository(), entry.path(), ref);
            html.tag("<li class=\"d")
                    .number(depth)
                    .tag("\"><a href=\"")
                    .text(file + "#L" + symbol.start().line())
                    .tag("\">")
                    .text(symbol.name() == null ? "(unnamed)" : symbol.name())
                    .tag("</a> <small>")
                    .text(symbol.kind() == null ? "" : symbol.kind())
                    .tag("</small></li>");
        }
        html.tag("</ul></nav>");
    }
}
