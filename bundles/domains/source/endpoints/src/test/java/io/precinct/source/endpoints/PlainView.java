package io.precinct.source.endpoints;

import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.History;
import io.precinct.source.api.Item;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.Position;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.TextSelector;
import io.precinct.source.api.View;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A commit of a {@link TestRepository}. */
record PlainView(TestRepository owner, String ref, String commit, SortedMap<String, byte[]> files) implements View {
    static final Instant FETCHED = Instant.parse("2026-01-01T00:00:00Z");

    /** How the content of a submodule begins, before its commit. */
    static final String SUBMODULE = "\0submodule ";

    private static final Pattern DECLARATION = Pattern.compile("(?m)^(class|def) (\\w+).*$");
    private static final Pattern ANNOTATION =
            Pattern.compile("(?m)^# (@(\\w+):([^\\s#]+)(?:#(\\d+))?)\\n(?=(class|def) )");

    @Override
    public String repository() {
        return owner.name();
    }

    @Override
    public int decoding() {
        return owner.decoding();
    }

    @Override
    public Instant fetchedAt() {
        return FETCHED;
    }

    @Override
    public boolean stale() {
        return false;
    }

    @Override
    public boolean pinned() {
        return ref.equals(commit);
    }

    @Override
    public boolean settled() {
        return owner.settled();
    }

    @Override
    public boolean looksLikeText(FileEntry file) {
        return text(content(file)) != null;
    }

    @Override
    public ResultPage<FileEntry> list(String path, boolean recursive, PageRequest window) {
        List<FileEntry> all = files.keySet().stream()
                .filter(file -> path.isEmpty() || file.startsWith(path + "/"))
                .map(this::entry)
                .toList();
        return known(page(all, window));
    }

    @Override
    public FileEntry entry(String path) {
        byte[] content = files.get(path);
        if (content == null) {
            if (path.contains("..")) {
                throw SourceFault.of(400, "path_escape", "the path leads out of the repository");
            }
            throw SourceFault.of(404, "unknown_path", "there is no " + path);
        }
        String plain = new String(content, StandardCharsets.UTF_8);
        if (plain.startsWith(SUBMODULE)) {
            String commit = plain.substring(SUBMODULE.length());
            return new FileEntry(path, "submodule", "160000", -1, null, null, null, commit, null);
        }
        boolean binary = text(content) == null;
        String blob = "%040x".formatted(java.util.Arrays.hashCode(content) & 0xffffffffL);
        return new FileEntry(path, "file", "100644", content.length, blob, "toy", null, null, binary ? "binary" : null);
    }

    private static boolean isWide(byte[] content) {
        return content.length > 1 && content[0] == (byte) 0xFF && content[1] == (byte) 0xFE;
    }

    private static String text(byte[] content) {
        String text = isWide(content)
                ? new String(content, 2, content.length - 2, StandardCharsets.UTF_16LE)
                : new String(content, StandardCharsets.UTF_8);
        return text.indexOf(0) >= 0 ? null : text;
    }

    @Override
    public long generation() {
        return 0;
    }

    @Override
    public byte[] content(FileEntry file) {
        return files.get(file.path());
    }

    @Override
    public void copy(FileEntry file, OutputStream out) throws IOException {
        out.write(content(file));
    }

    @Override
    public FileText text(FileEntry file) {
        String text = text(content(file));
        String newline = text == null || text.indexOf('\n') >= 0 || text.indexOf('\r') < 0 ? "lf" : "cr";
        return text == null ? null : new FileText(text, isWide(content(file)) ? "UTF-16LE" : "UTF-8", newline);
    }

    @Override
    public ResultPage<Symbol> symbols(SymbolSelector selector, PageRequest window) {
        if (selector.kind() != null && !List.of("class", "def").contains(selector.kind())) {
            throw SourceFault.of(
                    422, "unknown_kind", "no grammar has " + selector.kind(), "available", List.of("class"));
        }
        owner.lookedInto();
        owner.askedFor(window);
        List<Symbol> all = new ArrayList<>();
        each(DECLARATION, selector.path(), (path, text, matcher) -> {
            boolean wanted = (selector.name() == null || selector.name().equals(matcher.group(2)))
                    && (selector.kind() == null || selector.kind().equals(matcher.group(1)));
            if (wanted && owner.isParsed(path)) {
                all.add(new Symbol(item(path, text, matcher.start(), matcher)));
            }
        });
        return known(page(all, window));
    }

    @Override
    public ResultPage<Annotation> annotations(AnnotationSelector selector, PageRequest window) {
        if (selector.path() != null && selector.path().contains("..")) {
            throw SourceFault.of(400, "path_escape", "the path leads out of the repository");
        }
        Pattern wanted = Pattern.compile(selector.pattern().replace("*", "\\S*"));
        List<Annotation> all = new ArrayList<>();
        each(ANNOTATION, selector.path(), (path, text, mark) -> {
            Matcher declaration = DECLARATION.matcher(text).region(mark.end(), text.length());
            if (owner.isParsed(path) && wanted.matcher(mark.group(1)).matches() && declaration.find()) {
                var span = new Annotation.Span(mark.group(1), at(text, mark.start(1)), at(text, mark.end(1)));
                all.add(new Annotation(
                        mark.group(2),
                        mark.group(3),
                        mark.group(4),
                        span,
                        span,
                        item(path, text, declaration.start(), declaration),
                        "next"));
            }
        });
        return known(page(all, window));
    }

    @Override
    public ResultPage<Match> query(QuerySelector selector, PageRequest window) {
        if (!selector.query().startsWith("(")) {
            throw SourceFault.of(422, "bad_query", "not an S-expression", "kind", "syntax", "offset", 0);
        }
        owner.checkAnswers();
        List<Match> all = new ArrayList<>();
        each(DECLARATION, selector.path(), (path, text, matcher) -> {
            Item item = item(path, text, matcher.start(), matcher);
            var capture =
                    new Match.Capture("name", "identifier", matcher.group(2), item.start(), item.end(), item.context());
            all.add(new Match(path, item.blob(), all.size(), 0, List.of(capture)));
        });
        return page(all, window);
    }

    @Override
    public List<Highlight> highlights(FileEntry file) {
        String text = text(content(file));
        List<Highlight> highlights = new ArrayList<>();
        Matcher matcher = Pattern.compile("(class|def)\\b|(?m)#.*$|\"[^\"]*\"").matcher(text);
        while (matcher.find()) {
            char first = matcher.group().charAt(0);
            highlights.add(new Highlight(
                    bytes(text, matcher.start()),
                    bytes(text, matcher.end()),
                    first == '#' ? "comment" : first == '"' ? "string.special" : "keyword"));
        }
        return highlights;
    }

    @Override
    public ParseProgress parsing() {
        return owner.parsing();
    }

    private <T> ResultPage<T> known(ResultPage<T> page) {
        ParseProgress parsing = owner.parsing();
        return parsing == null
                ? page
                : new ResultPage<>(
                        page.items(), page.next(), ParseProgress.REASON, page.skipped(), page.incomplete(), parsing);
    }

    private interface Each {
        void take(String path, String text, Matcher matcher);
    }

    private void each(Pattern pattern, String filter, Each each) {
        files.forEach((path, content) -> {
            String text = text(content);
            if (text != null && (filter == null || path.startsWith(filter))) {
                Matcher matcher = pattern.matcher(text);
                while (matcher.find()) {
                    each.take(path, text, matcher);
                }
            }
        });
    }

    /** Finds each line that has the text, with one match a line; the real search is tested elsewhere. */
    @Override
    public ResultPage<TextLine> search(TextSelector selector, PageRequest window) {
        owner.searched(selector);
        List<TextLine> all = new ArrayList<>();
        files.keySet().forEach(path -> {
            String text = text(content(entry(path)));
            int from = 0;
            for (String line : text == null ? List.<String>of() : text.lines().toList()) {
                int at = line.indexOf(selector.text());
                if (at >= 0) {
                    int start = from + at;
                    var match = new TextLine.Span(
                            at(text, start), at(text, start + selector.text().length()), selector.text());
                    int number = at(text, from).line();
                    all.add(new TextLine(
                            path,
                            "toy",
                            entry(path).blob(),
                            number,
                            line,
                            List.of(match),
                            new Item.Lines(number, number, List.of(line))));
                }
                from += line.length() + 1;
            }
        });
        return page(all, window);
    }

    @Override
    public History history() {
        return owner.history(commit);
    }

    private Item item(String path, String text, int from, Matcher declaration) {
        String name = declaration.group(2);
        int to = declaration.end();
        Position start = at(text, from);
        return new Item(
                path,
                "toy",
                entry(path).blob(),
                declaration.group(1),
                name,
                null,
                name,
                start,
                at(text, to),
                text.substring(from, to),
                new Item.Lines(start.line(), start.line(), List.of(text.substring(from, to))),
                false);
    }

    private static Position at(String text, int offset) {
        int row = (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
        int column = bytes(text, offset) - bytes(text, text.lastIndexOf('\n', offset - 1) + 1);
        return new Position(row + 1, row, column, bytes(text, offset));
    }

    private static int bytes(String text, int offset) {
        return text.substring(0, offset).getBytes(StandardCharsets.UTF_8).length;
    }

    static <T> ResultPage<T> page(List<T> all, PageRequest window) {
        Function<String, Integer> number = key -> {
            try {
                return Integer.valueOf(key);
            } catch (NumberFormatException e) {
                throw SourceFault.of(400, "bad_cursor", "no key of this list");
            }
        };
        int from = window.after() == null ? 0 : number.apply(window.after());
        int to = Math.min(all.size(), from + window.limit());
        return new ResultPage<>(all.subList(from, to), to < all.size() ? Integer.toString(to) : null, null, List.of());
    }
}
