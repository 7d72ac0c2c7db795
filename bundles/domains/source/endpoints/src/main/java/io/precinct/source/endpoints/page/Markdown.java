package io.precinct.source.endpoints.page;

import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.RepositoryLookup;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.UrlSanitizer;
import org.jspecify.annotations.Nullable;

/**
 * Renders a Markdown file. HTML within it is shown without its tags; links and pictures of the repository lead to its
 * files at the same ref; other pictures become links, since a page shows nothing from elsewhere.
 */
final class Markdown {
    private static final int MOST_CHARACTERS = 1 << 20;
    /**
     * The parser takes quadratic time for brackets that begin no link: half a second for this many, minutes for a
     * megabyte of them.
     */
    private static final int MOST_BRACKETS = 20_000;

    private static final int DEEPEST = 100;
    private static final List<TablesExtension> EXTENSIONS = List.of((TablesExtension) TablesExtension.create());
    private static final Parser PARSER =
            Parser.builder().extensions(EXTENSIONS).maxOpenBlockParsers(DEEPEST).build();
    /** Others lead nowhere; the parser's own list has {@code data} as well, which may be a page with scripts. */
    private static final UrlSanitizer SCHEMES = new DefaultUrlSanitizer(List.of("http", "https", "mailto"));

    private static final Pattern TAG = Pattern.compile("<!--.*?-->|</?[a-zA-Z][^>]*>", Pattern.DOTALL);

    private final RepositoryLookup.Open open;
    private final String folder;
    private final Set<String> anchors = new HashSet<>();
    private final Map<String, Integer> repeated = new HashMap<>();

    private Markdown(RepositoryLookup.Open open, String path) {
        this.open = open;
        this.folder = path.substring(0, path.lastIndexOf('/') + 1);
    }

    /** Whether a file is Markdown, by its name. */
    static boolean isOne(String path) {
        String name = path.toLowerCase(Locale.ROOT);
        return name.endsWith(".md") || name.endsWith(".markdown");
    }

    /** A rendered file, or null if it is made to take long; its lines are shown anyway. */
    static @Nullable Prose render(RepositoryLookup.Open open, FileEntry entry) {
        FileText text = open.view().text(entry);
        if (text == null || !isBounded(text.text())) {
            return null;
        }
        String markup = new Markdown(open, entry.path()).render(text.text());
        return markup == null ? null : new Prose(entry.path(), markup);
    }

    private static boolean isBounded(String text) {
        return text.length() <= MOST_CHARACTERS
                && text.chars().filter(c -> c == '[').count() <= MOST_BRACKETS;
    }

    /** Null for a text that is nested too deeply, or has a table with too many cells. */
    private @Nullable String render(String text) {
        try {
            Node document = PARSER.parse(text);
            document.accept(new Repository());
            return HtmlRenderer.builder()
                    .extensions(EXTENSIONS)
                    .escapeHtml(true)
                    .sanitizeUrls(true)
                    .urlSanitizer(SCHEMES)
                    .attributeProviderFactory(_ -> this::attributes)
                    .build()
                    .render(document)
                    .replace(" />", ">"); // as in the rest of the page; in a text it would be escaped
        } catch (StackOverflowError | IllegalArgumentException e) {
            return null;
        }
    }

    private void attributes(Node node, String tag, Map<String, String> attributes) {
        if (node instanceof Heading) {
            attributes.put("id", anchor(node));
        } else if (tag.equals("pre") || tag.equals("table")) {
            attributes.put("tabindex", "0"); // it scrolls, also by keyboard
        }
    }

    /** An anchor as on GitHub, so that links within a document work. */
    private String anchor(Node heading) {
        var words = new StringBuilder();
        heading.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }
        });
        String name = words.toString()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        String anchor = name;
        while (!anchors.add(anchor)) {
            anchor = name + "-" + repeated.merge(name, 1, Integer::sum);
        }
        return anchor;
    }

    /** Turns the relative addresses of a document into addresses of this service. */
    private final class Repository extends AbstractVisitor {
        @Override
        public void visit(Link link) {
            link.setDestination(address(link.getDestination(), false));
            visitChildren(link);
        }

        @Override
        public void visit(Image image) {
            String address = address(image.getDestination(), true);
            if (address.startsWith("/repos/")) {
                image.setDestination(address);
                return;
            }
            boolean linked = image.getParent() instanceof Link;
            Node shown = linked ? new Text("") : new Link(address, image.getTitle());
            image.insertBefore(shown);
            for (Node child = image.getFirstChild(); child != null; child = image.getFirstChild()) {
                if (linked) {
                    image.insertBefore(child);
                } else {
                    shown.appendChild(child);
                }
            }
            image.unlink();
        }

        @Override
        public void visit(HtmlBlock html) {
            String words = TAG.matcher(html.getLiteral()).replaceAll(" ").strip();
            if (!words.isEmpty()) {
                html.insertBefore(paragraph(words));
            }
            html.unlink();
        }

        @Override
        public void visit(HtmlInline html) {
            html.unlink();
        }

        private Node paragraph(String words) {
            var paragraph = new Paragraph();
            paragraph.appendChild(new Text(words));
            return paragraph;
        }
    }

    private String address(String destination, boolean raw) {
        URI uri;
        try {
            uri = new URI(destination);
        } catch (URISyntaxException e) {
            return destination;
        }
        if (uri.isAbsolute()
                || uri.getRawAuthority() != null
                || uri.getPath() == null
                || uri.getPath().isEmpty()) {
            return destination;
        }
        String path = uri.getPath();
        String resolved = normalized(path.startsWith("/") ? path : folder + path);
        String fragment = uri.getRawFragment() == null ? "" : "#" + uri.getRawFragment();
        View view = open.view();
        if (path.endsWith("/") || isFolder(resolved)) {
            return Links.folder(view.repository(), resolved, open.ref()) + fragment;
        }
        return Links.at(view.repository(), resolved, open.ref()) + (raw ? "&raw=true" : "") + fragment;
    }

    /** A path without {@code .} and {@code ..}; one that leaves the repository ends at its root. */
    private static String normalized(String path) {
        var names = new ArrayDeque<String>();
        for (String name : path.split("/")) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return String.join("/", names);
    }

    private boolean isFolder(String path) {
        try {
            return path.isEmpty() || open.view().entry(path).type().equals("dir");
        } catch (SourceFault fault) {
            return false; // the link leads to an answer that explains it
        }
    }
}
