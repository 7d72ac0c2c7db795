package io.precinct.source.endpoints.page;

import gg.jte.Content;
import io.precinct.common.html.PageWriter;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.History;
import io.precinct.source.api.Item;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.LineRange;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.RepositoryLookup;
import io.precinct.source.endpoints.SubmoduleLink;
import io.precinct.source.endpoints.page.templates.JtefileGenerated;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file as a page: numbered and highlighted lines, a list of its symbols, and names linked to their declarations.
 *
 * @param text null if it has none
 * @param symbols of the file
 * @param submodule where a submodule comes from; null for anything else, or if that is unknown
 */
// @req:source-pages
public record FilePage(
        RepositoryLookup.Open open,
        FileEntry entry,
        LineRange range,
        @Nullable FileText text,
        List<Item> symbols,
        @Nullable SubmoduleLink submodule) {
    private static final int MOST_SYMBOLS = 1000;

    /** The page of a file, or of some lines of it. */
    public static HtmlPage of(
            RepositoryLookup.Open open, FileEntry entry, LineRange range, @Nullable SubmoduleLink submodule) {
        View view = open.view();
        FileText text = entry.blob() == null ? null : view.text(entry);
        if (text != null) {
            range.within(text.lines());
        }
        var file = new FilePage(open, entry, range, text, text == null ? List.of() : symbols(view, entry), submodule);
        RefSwitch refs = RefSwitch.of(open, Links.file(view.repository(), entry.path()), "");
        Prose prose =
                text != null && range.whole() && Markdown.isOne(entry.path()) ? Markdown.render(open, entry) : null;
        return HtmlPage.of(
                entry.path() + " · " + view.repository(),
                Breadcrumbs.path(view.repository(), open.ref(), entry.path()),
                page -> JtefileGenerated.render(page, null, page, file, refs, prose));
    }

    private static List<Item> symbols(View view, FileEntry entry) {
        if (entry.lang() == null || entry.skipped() != null) {
            return List.of();
        }
        try {
            return view
                    .symbols(new SymbolSelector(null, null, entry.path()), PageRequest.brief(MOST_SYMBOLS, null))
                    .items()
                    .stream()
                    .map(Symbol::item)
                    .filter(item -> item.path().equals(entry.path()))
                    .toList();
        } catch (SourceFault fault) {
            return List.of(); // the outline is optional
        }
    }

    /** The name of the repository. */
    public String repository() {
        return open.view().repository();
    }

    /** The number of lines; 0 if it has no text. */
    public int count() {
        return text == null ? 0 : text.lines();
    }

    /** The address that always gives the content of the page. */
    public String permalink() {
        return Links.pinned(open.view(), entry.path(), range, count());
    }

    /** The address of the whole file, which may move on. */
    public String whole() {
        return Links.at(repository(), entry.path(), open.ref());
    }

    /** Facts about the file. */
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Ref", open.ref());
        facts.put("Commit", open.view().commit().substring(0, 10));
        if (entry.lang() != null) {
            facts.put("Language", entry.lang());
        }
        if (entry.size() >= 0) {
            facts.put("Size", String.format(Locale.ROOT, "%,d bytes", entry.size()));
        }
        if (text != null && text.lines() > 0) {
            facts.put("Lines", Integer.toString(text.lines()));
            facts.put("Text", text.encoding() + ", " + text.newline());
        }
        if (entry.skipped() != null) {
            facts.put("Not parsed", entry.skipped());
        }
        return facts;
    }

    /** The CSS class for the nesting depth of a symbol. */
    public String depth(Item symbol) {
        return "d"
                + (symbol.container() == null
                        ? 0
                        : Math.min(4, symbol.container().split("/").length));
    }

    /** The address of a symbol: on this page if all lines are there. */
    public String address(Item symbol) {
        return (range.whole() ? "" : whole()) + "#L" + symbol.start().line();
    }

    private CodeLines.Gutter gutter(PageWriter page) {
        boolean blamed = entry.type().equals("file") && open.view().history() != History.NONE;
        if (!blamed || range.count(count()) > LineLink.MOST) {
            return CodeLines.NO_GUTTER;
        }
        var link = new LineLink(page, "Blame");
        String blame = Links.blame(repository(), entry.path(), open.ref());
        return line -> link.write(blame, line);
    }

    /** The address of the identifiers with a name. */
    public String references(String name) {
        return Links.references(repository(), open.ref(), name);
    }

    /** The lines of the page. */
    public @Nullable Content lines(PageWriter page) {
        return text == null ? null : new CodeLines(page, open, entry, text, symbols, range, gutter(page));
    }
}
