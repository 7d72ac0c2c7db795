package io.precinct.source.facts.extraction;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.facts.extraction.Declarations.Declared;
import io.precinct.treesitter.Node;
import org.jspecify.annotations.Nullable;

/**
 * Finds the code that a comment is attached to. The next sibling is wrong in common cases: a comment behind code or behind an
 * opener, a Python comment that opens a class body, attributes in between. Confined to the thread of the tree.
 */
// @req:source-association
final class Association {
    private final Language.Comments rules;
    private final SourceText text;
    private final Declarations declarations;

    Association(Language.Comments rules, SourceText text, Declarations declarations) {
        this.rules = rules;
        this.text = text;
        this.declarations = declarations;
    }

    /**
     * What a comment is attached to.
     *
     * @param how {@code next, trailing, enclosing, file}
     * @param kind of the declaration, or the type of the node
     */
    record Attached(
            String how,
            String kind,
            @Nullable String name,
            @Nullable String container,
            int start,
            int end) {}

    /** A string that counts as a comment belongs to what encloses it. */
    Attached ofDocstring(Node docstring) {
        return enclosing(docstring);
    }

    /**
     * What a group of adjacent comments belongs to.
     *
     * @param first comment
     * @param last comment of the group, often the same
     */
    Attached ofComments(Node first, Node last) {
        if (!isAlone(first)) {
            Attached sameRow = ofCodeBefore(first);
            if (sameRow != null) {
                return sameRow;
            }
        }
        return ofCodeAfter(first, last);
    }

    /** Whether nothing but white space stands before the node on its row. */
    boolean isAlone(Node node) {
        return isAllOf(" \t", text.rowStart(text.row(node.startByte())), node.startByte());
    }

    boolean isComment(Node node) {
        return rules.types().contains(node.type());
    }

    private @Nullable Attached ofCodeBefore(Node comment) {
        Node parent = comment.parent();
        if (parent == null) {
            return null;
        }
        Declared around = declarations.around(comment.startByte(), comment.endByte());
        if (around != null && isHeader(parent, around) && around.nameEnd() <= comment.startByte()) {
            return declared("enclosing", around, around.start(), around.end());
        }
        if (around != null && around.nameStart() >= comment.endByte()) {
            // Among modifiers or in a type, what it trails is only a part of the declaration.
            return declared("next", around, around.start(), around.end());
        }
        Node before = skipBack(comment.previousNamedSibling());
        if (before != null && text.row(before.endByte()) == text.row(comment.startByte())) {
            return rules.between().contains(before.type()) ? null : node("trailing", trailing(before, comment));
        }
        return opened(parent, around);
    }

    /** A comment directly in the part of a declaration that holds its name is in its header, not in its body. */
    private boolean isHeader(Node parent, Declared around) {
        return parent.startByte() <= around.nameStart()
                && parent.endByte() >= around.nameEnd()
                && parent.startByte() >= around.start()
                && parent.endByte() <= around.end()
                && !rules.bodies().contains(parent.type());
    }

    /**
     * Where a comment follows the last statement of a Python block, its sibling is the whole block's declaration; the
     * statement on its row is meant.
     */
    private Node trailing(Node before, Node comment) {
        int row = text.row(comment.startByte());
        Node node = before;
        while (text.row(node.startByte()) != row) {
            Node child = lastNamed(node);
            if (child == null || child.endByte() != node.endByte()) {
                return before;
            }
            if (text.row(child.startByte()) == row && !rules.bodies().contains(node.type())) {
                return before;
            }
            node = child;
        }
        return node;
    }

    private @Nullable Node lastNamed(Node node) {
        int count = node.namedChildCount();
        return count == 0 ? null : skipBack(node.namedChild(count - 1));
    }

    /** Of a comment behind an opener: what was opened there. */
    private @Nullable Attached opened(Node parent, @Nullable Declared around) {
        Node opened = rules.bodies().contains(parent.type()) && parent.parent() != null ? parent.parent() : parent;
        if (opened == null || opened.parent() == null) {
            return null;
        }
        if (around != null && isHeader(opened, around)) {
            return declared("enclosing", around, around.start(), around.end());
        }
        return node("enclosing", opened);
    }

    private Attached ofCodeAfter(Node first, Node last) {
        Node attribute = null;
        Node next = last.nextNamedSibling();
        while (next != null && (isComment(next) || rules.between().contains(next.type()))) {
            if (attribute == null && rules.between().contains(next.type())) {
                attribute = next;
            }
            next = next.nextNamedSibling();
        }
        if (isFirst(first) && (next == null || rules.imports().contains(next.type()))) {
            return next == null ? enclosing(first) : file();
        }
        if (next != null && rules.bodies().contains(next.type())) {
            next = firstIn(next);
        }
        if (next == null) {
            return beforeName(first);
        }
        int start = Math.min(next.startByte(), firstAttribute(first, attribute));
        Attached found = node("next", next);
        return start >= found.start()
                ? found
                : new Attached(found.how(), found.kind(), found.name(), found.container(), start, found.end());
    }

    /** Comments between the attributes of a declaration have those before them too. */
    private int firstAttribute(Node first, @Nullable Node attribute) {
        int start = attribute == null ? Integer.MAX_VALUE : attribute.startByte();
        Node before = first.previousNamedSibling();
        while (before != null && (isComment(before) || rules.between().contains(before.type()))) {
            if (rules.between().contains(before.type())) {
                start = before.startByte();
            }
            before = before.previousNamedSibling();
        }
        return start;
    }

    private @Nullable Node firstIn(Node body) {
        Node child = body.namedChild(0);
        while (child != null && (isComment(child) || rules.between().contains(child.type()))) {
            child = child.nextNamedSibling();
        }
        return child;
    }

    /** Nothing follows among its siblings: it stands among the modifiers before a name, or at the end of something. */
    private Attached beforeName(Node comment) {
        Declared around = declarations.around(comment.startByte(), comment.endByte());
        if (around != null && around.nameStart() >= comment.endByte()) {
            return declared("next", around, around.start(), around.end());
        }
        return enclosing(comment);
    }

    /** Whether only comments, {@code #!} and {@code <?} stand before it in the file. */
    private boolean isFirst(Node comment) {
        Node parent = comment.parent();
        if (parent == null || parent.parent() != null) {
            return false;
        }
        Node before = skipBack(comment.previousNamedSibling());
        while (before != null && isPreamble(before)) {
            before = skipBack(before.previousNamedSibling());
        }
        return before == null;
    }

    private boolean isPreamble(Node node) {
        int start = node.startByte();
        byte[] bytes = text.bytes();
        return start + 1 < bytes.length
                && ((bytes[start] == '#' && bytes[start + 1] == '!')
                        || (bytes[start] == '<' && bytes[start + 1] == '?'));
    }

    private @Nullable Node skipBack(@Nullable Node node) {
        Node at = node;
        while (at != null && isComment(at)) {
            at = at.previousNamedSibling();
        }
        return at;
    }

    private Attached enclosing(Node comment) {
        Declared around = declarations.around(comment.startByte(), comment.endByte());
        return around == null ? file() : declared("enclosing", around, around.start(), around.end());
    }

    private Attached file() {
        return new Attached("file", "file", null, null, 0, text.rowEnd(0));
    }

    private Attached node(String how, Node node) {
        int start = node.startByte();
        int end = node.endByte();
        Declared declared = declarations.of(start, end, this::isPunctuation);
        if (declared != null) {
            return declared(how, declared, Math.min(start, declared.start()), Math.max(end, declared.end()));
        }
        Declared around = declarations.around(start, end);
        return new Attached(how, node.type(), null, around == null ? null : around.path(), start, end);
    }

    private static Attached declared(String how, Declared one, int start, int end) {
        String kind = one.kind() == null ? "scope" : one.kind();
        return new Attached(how, kind, one.name(), one.container(), start, end);
    }

    private boolean isPunctuation(int from, int to) {
        return isAllOf(" \t\r\n;,", from, to);
    }

    private boolean isAllOf(String characters, int from, int to) {
        for (int i = from; i < to; i++) {
            if (characters.indexOf(text.bytes()[i]) < 0) {
                return false;
            }
        }
        return true;
    }
}
