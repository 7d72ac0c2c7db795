package io.precinct.source.facts.extraction;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.facts.extraction.Association.Attached;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Note;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds annotations in the comments of a file that has any: it looks only at comments with a mark. Adjacent line
 * comments form one group; a blank line ends it. Confined to the tree's thread.
 */
final class Comments {
    private static final List<String> BLOCK_OPENERS = List.of("/*", "<!--", "{-", "(*", "--[", "=begin", "#|", "#=");
    private static final List<String> CLOSERS = List.of("*/", "-->", "\"\"\"", "'''", "-}", "*)", "]]", "|#");

    /** What HTML and its kin leave to other languages: {@code script, style}. */
    private static final String OTHER_LANGUAGE = "raw_text";

    private final Language.Comments rules;
    private final AnnotationFormats formats;
    private final SourceText text;
    private final Node root;
    private final Association association;
    private final Map<Integer, Group> groups = new HashMap<>();
    /** The results of the query for docstrings, by their start; null until it ran. */
    private @Nullable Map<Integer, Node> inner;

    Comments(
            Language.Comments rules, AnnotationFormats formats, SourceText text, Node root, Declarations declarations) {
        this.rules = rules;
        this.formats = formats;
        this.text = text;
        this.root = root;
        this.association = new Association(rules, text, root, declarations);
    }

    /** Comments that are read as one, and the code they are attached to. */
    private record Group(int start, int end, Attached attached) {}

    /**
     * The annotations of the file in the order of the text.
     *
     * @param docstrings the query for strings that count as comments and for comments of what encloses them, or null
     * @throws Stopped if {@code cancelled} returned true
     */
    List<Note> annotations(@Nullable Query docstrings, Cursor cursor, BooleanSupplier cancelled) throws Stopped {
        var notes = new ArrayList<Note>();
        Docstrings within =
                offset -> docstrings == null ? null : docstringAt(offset, inner(docstrings, cursor, cancelled));
        int done = 0;
        for (int at : formats.candidates(text.bytes())) {
            if (at < done) {
                continue;
            }
            if (cancelled.getAsBoolean()) {
                throw new Stopped("timeout");
            }
            Node comment = commentAt(at);
            // A comment of what encloses it has a child that marks it as such.
            Node docstring = comment == null || comment.namedChildCount() > 0 ? within.at(at) : null;
            Node found = docstring == null ? comment : docstring;
            if (found == null) {
                done = addOfText(notes, at, cancelled);
            } else {
                done = found.endByte();
                if (docstring != null || !association.isQuoted(found)) {
                    add(notes, found, within);
                }
            }
        }
        return notes;
    }

    /** The outermost comment around an offset, or null. */
    private @Nullable Node commentAt(int at) {
        Node comment = null;
        for (Node node = root.namedDescendant(at, at + 1); node != null; node = node.parent()) {
            if (association.isComment(node)) {
                comment = node;
            }
        }
        return comment;
    }

    /** Finds the docstring around an offset. */
    private interface Docstrings {
        @Nullable
        Node at(int offset) throws Stopped;
    }

    private Map<Integer, Node> inner(Query query, Cursor cursor, BooleanSupplier cancelled) throws Stopped {
        Map<Integer, Node> known = inner;
        if (known != null) {
            return known;
        }
        var found = new HashMap<Integer, Node>();
        int docstring = query.captureId("docstring");
        var outcome = cursor.run(query, root, new Cursor.Limits(Integer.MAX_VALUE, cancelled), match -> {
            for (int i = match.next(docstring, 0); i >= 0; i = match.next(docstring, i + 1)) {
                found.put(match.startByte(i), match.node(i));
            }
            return true;
        });
        if (outcome.cancelled()) {
            throw new Stopped("timeout");
        }
        inner = found;
        return found;
    }

    private @Nullable Node docstringAt(int at, Map<Integer, Node> docstrings) {
        for (Node node = root.namedDescendant(at, at + 1); node != null; node = node.parent()) {
            Node docstring = docstrings.get(node.startByte());
            if (docstring != null && docstring.endByte() > at) {
                return docstring;
            }
        }
        return null;
    }

    /**
     * Adds the marks of a comment that stands in text without nodes, such as the value of a macro or a script in HTML.
     *
     * @return the offset up to which marks are done
     */
    private int addOfText(List<Note> notes, int at, BooleanSupplier cancelled) throws Stopped {
        Node raw = root.namedDescendant(at, at + 1);
        if (raw != null && raw.type().equals(OTHER_LANGUAGE)) {
            notes.addAll(new LineComments(CommentSigns.WITHIN_HTML, formats, text, raw.startByte(), raw.endByte())
                    .annotations(cancelled));
            return raw.endByte();
        }
        if (raw == null || !rules.texts().contains(raw.type())) {
            return 0;
        }
        int start = commentStart(raw.startByte(), at);
        if (start < 0) {
            return 0;
        }
        int end = trimmedEnd(raw);
        var group = new Group(start, end, association.ofTextWithComment(raw));
        return add(notes, group, formats.in(text.bytes(), start, contentEnd(start, end))) ? raw.endByte() : 0;
    }

    /** The start of the comment that contains an offset, or -1 if it is in none or in a string. */
    private int commentStart(int from, int offset) {
        byte[] bytes = text.bytes();
        byte quote = 0;
        for (int i = from; i < offset; i++) {
            if (quote != 0) {
                i += bytes[i] == '\\' ? 1 : 0;
                quote = i < offset && bytes[i] == quote ? 0 : quote;
            } else if (bytes[i] == '"' || bytes[i] == '\'') {
                quote = bytes[i];
            } else if (startsWith(i, "//")) {
                return i;
            } else if (startsWith(i, "/*")) {
                int end = i + 2;
                while (end < offset && !startsWith(end, "*/")) {
                    end++;
                }
                if (end >= offset) {
                    return i;
                }
                i = end + 1;
            }
        }
        return -1;
    }

    private void add(List<Note> notes, Node comment, Docstrings docstrings) throws Stopped {
        int start = comment.startByte();
        List<AnnotationMark> marks = formats.in(text.bytes(), start, contentEnd(start, comment.endByte()));
        if (marks.isEmpty()) {
            return;
        }
        Group known = groups.get(start);
        Group group = known == null ? group(comment, docstrings) : known;
        add(notes, group, marks);
    }

    private static boolean add(List<Note> notes, Group group, List<AnnotationMark> marks) {
        Attached to = group.attached();
        for (AnnotationMark mark : marks) {
            notes.add(new Note(
                    mark.tag(),
                    mark.id(),
                    mark.revision(),
                    mark.start(),
                    mark.end(),
                    group.start(),
                    group.end(),
                    to.how(),
                    to.kind(),
                    to.name(),
                    to.container(),
                    to.start(),
                    to.end()));
        }
        return !marks.isEmpty();
    }

    private Group group(Node comment, Docstrings docstrings) throws Stopped {
        Node first = comment;
        Node last = comment;
        var members = new ArrayList<Node>();
        members.add(comment);
        if (isLine(comment) && association.isAlone(comment)) {
            for (Node before = first.previousNamedSibling();
                    before != null && joins(before, first);
                    before = before.previousNamedSibling()) {
                first = before;
                members.add(before);
            }
            for (Node after = last.nextNamedSibling();
                    after != null && joins(last, after);
                    after = after.nextNamedSibling()) {
                last = after;
                members.add(after);
            }
        }
        Attached attached = isInner(first) ? association.ofDocstring(first) : association.ofComments(first, last);
        if (attached.name() == null && isString(attached.start())) {
            // A comment beside a docstring says something about what has the docstring.
            Node docstring = docstrings.at(attached.start());
            attached = docstring == null ? attached : association.ofDocstring(docstring);
        }
        var group = new Group(first.startByte(), trimmedEnd(last), attached);
        // The group's other comments need not find the same again.
        members.forEach(member -> groups.put(member.startByte(), group));
        return group;
    }

    private boolean joins(Node upper, Node lower) {
        return association.isComment(upper)
                && association.isComment(lower)
                && text.row(upper.startByte()) + 1 == text.row(lower.startByte())
                && isLine(upper)
                && isLine(lower)
                && isInner(upper) == isInner(lower)
                && association.isAlone(upper)
                && association.isAlone(lower);
    }

    /** Whether it is a docstring or a comment about what encloses it. */
    private boolean isInner(Node comment) {
        return inner != null && inner.containsKey(comment.startByte());
    }

    /** Whether a string begins at an offset, perhaps with a prefix of one or two letters. */
    private boolean isString(int offset) {
        byte[] bytes = text.bytes();
        int quote = offset;
        while (quote < bytes.length && quote < offset + 2 && Character.isLetter(bytes[quote])) {
            quote++;
        }
        return quote < bytes.length && (bytes[quote] == '"' || bytes[quote] == '\'');
    }

    /** Whether it is a comment to the end of its row. */
    private boolean isLine(Node comment) {
        int start = comment.startByte();
        return text.row(start) == text.row(trimmedEnd(comment) - 1)
                && BLOCK_OPENERS.stream().noneMatch(opener -> startsWith(start, opener));
    }

    /** Some grammars count the newline behind a comment as part of it. */
    private int trimmedEnd(Node comment) {
        int end = comment.endByte();
        while (end > comment.startByte() + 1 && text.bytes()[end - 1] <= ' ' && text.bytes()[end - 1] >= 0) {
            end--;
        }
        return end;
    }

    /** The end of the content: the closer of a comment is no part of an id. */
    private int contentEnd(int start, int end) {
        for (String closer : CLOSERS) {
            int from = end - closer.length();
            if (from > start && startsWith(from, closer)) {
                return from;
            }
        }
        byte last = text.bytes()[end - 1];
        return !rules.types().isEmpty() && (last == '"' || last == '\'') && text.bytes()[start] == last ? end - 1 : end;
    }

    private boolean startsWith(int at, String word) {
        byte[] bytes = text.bytes();
        if (at + word.length() > bytes.length) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (bytes[at + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
