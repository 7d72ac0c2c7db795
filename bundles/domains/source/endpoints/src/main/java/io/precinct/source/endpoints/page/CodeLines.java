package io.precinct.source.endpoints.page;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import io.precinct.common.html.PageWriter;
import io.precinct.common.uri.PercentCoding;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.Item;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import io.precinct.source.api.View.Highlight;
import io.precinct.source.endpoints.LineRange;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.RepositoryLookup;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Numbered and highlighted lines of code, with names linked to their declarations. Not a template: it writes a piece
 * for each word, and a page may have a hundred thousand of them. For a single use.
 */
final class CodeLines implements Content {
    /** Nothing between the number of a line and its text. */
    static final Gutter NO_GUTTER = _ -> {};

    private static final Pattern NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]{2,99}");

    private static final int MOST_NAMES = 400;

    /** Characters of a line that are shown; a line may be as long as a file, and browsers are slow with long ones. */
    private static final int LONGEST_LINE = 10_000;

    /** Classes of pieces whose words are not linked: strings, comments, keywords and numbers. */
    private static final Set<String> NO_NAMES = Set.of("s", "c", "k", "n");

    private final PageWriter page;
    private final LineRange range;
    private final Gutter gutter;
    private final View view;
    private final String ref;
    private final FileEntry entry;
    private final String text;
    private final Matcher words;
    private final FileText lines;
    private final HighlightOffsets highlights;
    private final OwnNames own;
    private final String folder;
    private Set<String> declared = Set.of();

    /** Those that are declared in the folder of the file, or below. */
    private Set<String> near = Set.of();

    /** The line that is written. */
    private int number;

    /** The first highlight that does not end before the part that is written. */
    private int at;

    CodeLines(
            PageWriter page,
            RepositoryLookup.Open open,
            FileEntry entry,
            FileText lines,
            List<Item> symbols,
            LineRange range,
            Gutter gutter) {
        this.page = page;
        this.range = range;
        this.gutter = gutter;
        this.view = open.view();
        this.ref = open.ref();
        this.entry = entry;
        this.folder = entry.path().substring(0, Math.max(0, entry.path().lastIndexOf('/')));
        this.lines = lines;
        this.text = lines.text();
        this.words = NAME.matcher(text);
        this.highlights = new HighlightOffsets(text, highlights());
        this.own = OwnNames.of(symbols, range.first());
    }

    private List<Highlight> highlights() {
        try {
            return entry.lang() == null || entry.skipped() != null ? List.of() : view.highlights(entry);
        } catch (SourceFault fault) {
            return List.of(); // plain text is better than none
        }
    }

    /** Writes something between the number of a line and its text. */
    interface Gutter {
        /** For each line in order. */
        void write(int line);
    }

    @Override
    public void writeTo(TemplateOutput out) {
        int first = Math.max(1, range.first());
        int last = range.last(lines.lines());
        if (first <= last) {
            declared = declared(first, last);
            near = near();
        }
        page.writeUnsafeContent("<pre tabindex=\"0\" aria-label=\"Lines of the file\"><code>");
        int line = first;
        while (line <= last && !page.full()) {
            page.writeUnsafeContent("<span class=\"l\" id=\"L" + line + "\"><a href=\"#L" + line
                    + "\" aria-label=\"Line " + line + "\" data-n=\"" + line + "\"></a>");
            gutter.write(line);
            int shown = shownEnd(line);
            number = line;
            pieces(lines.start(line), shown);
            left(end(line) - shown);
            page.writeUnsafeContent("\n</span>");
            line++;
        }
        page.writeUnsafeContent("</code></pre>");
        if (line <= last) {
            page.writeUnsafeContent("<p class=\"note\">");
            link(Links.pinned(view, entry.path(), line, last), "The lines from " + line + " on");
            page.writeUnsafeContent("</p>");
        }
    }

    /** The end of a line before its newline. */
    private int end(int line) {
        int end = lines.end(line);
        while (end > lines.start(line) && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return end;
    }

    /** The end of what is shown of a line. */
    private int shownEnd(int line) {
        int end = end(line);
        int most = lines.start(line) + LONGEST_LINE;
        return most >= end ? end : Character.isLowSurrogate(text.charAt(most)) ? most - 1 : most;
    }

    /** Says how much of a line is left out. */
    private void left(int characters) {
        if (characters > 0) {
            page.writeUnsafeContent("<span class=\"more\">… "
                    + String.format(Locale.ROOT, "%,d", characters)
                    + " characters more</span>");
        }
    }

    private Set<String> declared(int first, int last) {
        var names = new LinkedHashSet<String>();
        for (int line = first; line <= last && highlights.count() > 0 && names.size() < MOST_NAMES; line++) {
            words.region(lines.start(line), shownEnd(line));
            while (words.find() && names.size() < MOST_NAMES) {
                if (!own.has(words.group())) {
                    names.add(words.group());
                }
            }
        }
        try {
            return view.declared(names);
        } catch (SourceFault fault) {
            return Set.of(); // links are an extra
        }
    }

    private Set<String> near() {
        if (folder.isEmpty()) {
            return Set.of();
        }
        View known = view.atOnce();
        try {
            return declared.stream()
                    .filter(name -> !known.symbols(new SymbolSelector(name, null, folder), PageRequest.brief(1, null))
                            .items()
                            .isEmpty())
                    .collect(Collectors.toSet());
        } catch (SourceFault fault) {
            return Set.of(); // links are an extra
        }
    }

    /** Writes the pieces of a line: those of a highlight, and those between. */
    private void pieces(int from, int to) {
        int done = from;
        while (at < highlights.count() && highlights.start(at) < to) {
            int begin = Math.max(done, highlights.start(at));
            int end = Math.min(highlights.end(at), to);
            if (end > begin) {
                piece(done, begin, "");
                piece(begin, end, HighlightClass.of(highlights.name(at)));
                done = end;
            }
            if (highlights.end(at) > to) {
                break; // it goes on in the next line
            }
            at++;
        }
        piece(done, to, "");
    }

    private void piece(int from, int to, String tint) {
        if (from >= to) {
            return;
        }
        if (!tint.isEmpty()) {
            page.writeUnsafeContent("<span class=\"" + tint + "\">");
        }
        if (NO_NAMES.contains(tint)) {
            page.text(text, from, to);
        } else {
            names(from, to);
        }
        if (!tint.isEmpty()) {
            page.writeUnsafeContent("</span>");
        }
    }

    private void names(int from, int to) {
        words.region(from, to);
        int done = from;
        while (words.find()) {
            String name = words.group();
            String target = target(name);
            if (target == null) {
                continue;
            }
            page.text(text, done, words.start());
            link(target, name);
            done = words.end();
        }
        page.text(text, done, to);
    }

    /**
     * Where a name leads: from its declaration to where it is used, from there to the declaration, to those of this file
     * before all others; null for nowhere.
     */
    private @Nullable String target(String name) {
        if (own.declares(name, number)) {
            return Links.references(view.repository(), ref, name);
        }
        Integer line = own.line(name, number);
        if (line == null) {
            return !declared.contains(name) ? null : near.contains(name) ? search(name) + below(folder) : search(name);
        }
        return line == 0 ? search(name) + below(entry.path()) : address(line);
    }

    private static String below(String path) {
        return "&path=" + PercentCoding.encode(path);
    }

    /** The address of a line of this file, which the page may not show. */
    private String address(int line) {
        boolean shown = range.first() <= line && line <= range.last(lines.lines());
        return shown ? "#L" + line : Links.line(view.repository(), entry.path(), ref, line);
    }

    /** Writes a link to an address of this service. */
    private void link(String address, String shown) {
        page.writeUnsafeContent("<a href=\"");
        page.text(address, 0, address.length());
        page.writeUnsafeContent("\">");
        page.text(shown, 0, shown.length());
        page.writeUnsafeContent("</a>");
    }

    private String search(String name) {
        return Links.symbols(view.repository(), ref) + "&name=" + PercentCoding.encode(name);
    }
}
