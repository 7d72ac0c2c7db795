package io.precinct.source.facts.extraction;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.facts.extraction.Declarations.Declared;
import io.precinct.treesitter.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the code that a comment is attached to. The next sibling is wrong in common cases: a comment behind code or
 * behind an opener, a Python comment that opens a class body, attributes in between. Confined to the tree's thread.
 */
// @req:source-association
final class Association {
    private static final String OPENERS = "([{<";
    private static final String CLOSERS = ")]}>";
    private static final String SPACE = " \t\r\n";

    private final Language.Comments rules;
    private final SourceText text;
    private final Node root;
    private final Declarations declarations;
    // Many comments may stand in a row: what is found past them is found once for all of them.
    private final Map<Node, Passed> passed = new HashMap<>();
    private final Map<Node, CodeBefore> codeBefore = new HashMap<>();
    private final Map<Node, Boolean> wrappers = new HashMap<>();
    private final Map<Node, Integer> attributed = new HashMap<>();
    private final Map<Long, Integer> commentless = new HashMap<>();

    Association(Language.Comments rules, SourceText text, Node root, Declarations declarations) {
        this.rules = rules;
        this.text = text;
        this.root = root;
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

    /**
     * For something that counts as a comment of what encloses it: a docstring, a Rust comment that begins with
     * {@code //!}.
     */
    Attached ofDocstring(Node docstring) {
        return enclosing(docstring);
    }

    /**
     * For a group of adjacent comments.
     *
     * @param first comment
     * @param last comment of the group, often the same
     */
    Attached ofComments(Node first, Node last) {
        Node wrapper = wrapper(first);
        Node from = wrapper == null ? first : wrapper;
        Node to = wrapper == null ? last : wrapper;
        Attached found = inList(from, to);
        if (found == null && !isAlone(from)) {
            found = ofCodeBefore(from, to);
        }
        return found == null ? ofCodeAfter(from, to) : found;
    }

    /** For a comment behind code in a text without nodes of its own. */
    Attached ofTextWithComment(Node raw) {
        Node parent = raw.parent();
        return node("trailing", parent == null ? raw : parent);
    }

    /** Whether only white space stands before the node on its row. */
    boolean isAlone(Node node) {
        return isAllOf(" \t", text.rowStart(text.row(node.startByte())), node.startByte());
    }

    boolean isComment(Node node) {
        return rules.types().contains(node.type());
    }

    /** Whether the grammar sees a comment within a string: some do so in quoted attributes. */
    boolean isQuoted(Node comment) {
        Node parent = comment.parent();
        Node inner = parent == null ? null : parent.namedChild(0);
        if (parent == null || inner == null || inner.startByte() == parent.startByte()) {
            return false;
        }
        byte opener = text.bytes()[parent.startByte()];
        return (opener == '"' || opener == '\'') && text.bytes()[parent.endByte() - 1] == opener;
    }

    /** The node that holds only this comment and counts as one, such as the braces around a comment in JSX. */
    private @Nullable Node wrapper(Node comment) {
        Node parent = comment.parent();
        return parent != null
                        && rules.wrappers().contains(parent.type())
                        && wrappers.computeIfAbsent(parent, this::holdsOnlyComments)
                ? parent
                : null;
    }

    private boolean holdsOnlyComments(Node wrapper) {
        for (Node child = wrapper.namedChild(0); child != null; child = child.nextNamedSibling()) {
            if (!isComment(child)) {
                return false;
            }
        }
        return true;
    }

    // --- in a list ---

    /**
     * For a comment in a list of parameters or arguments: the element that ends before it on its row, else the one that
     * follows, else the last one.
     */
    private @Nullable Attached inList(Node first, Node last) {
        Node list = first.parent();
        if (list == null || !isList(list, "(") || first.startByte() == list.startByte()) {
            return null;
        }
        Node before = before(first);
        Node next = after(last);
        if (before != null && isOnRowOf(before, first) && !isBetween(before, first, last)) {
            return rules.between().contains(before.type()) && next != null
                    ? node("next", next)
                    : node("trailing", before);
        }
        return next != null ? node("next", next) : before == null ? null : node("trailing", before);
    }

    /** Whether a node consists of elements between brackets, of which the first is one of these, and is no block. */
    private boolean isList(Node node, String openers) {
        byte opener = text.bytes()[node.startByte()];
        byte closer = text.bytes()[node.endByte() - 1];
        int bracket = OPENERS.indexOf(opener);
        Node inner = node.namedChild(0);
        return bracket >= 0
                && openers.indexOf(opener) >= 0
                && CLOSERS.charAt(bracket) == closer
                && inner != null
                && inner.startByte() > node.startByte()
                && node.parent() != null
                && !rules.bodies().contains(node.type());
    }

    /** Whether a comment stands behind the comma after an element, and before the next one on its row. */
    private boolean isBetween(Node before, Node first, Node last) {
        Node next = after(last);
        return next != null
                && text.row(next.startByte()) == text.row(last.endByte())
                && isAllOf(" \t,", before.endByte(), first.startByte())
                && !isAllOf(" \t", before.endByte(), first.startByte());
    }

    // --- behind code ---

    private @Nullable Attached ofCodeBefore(Node first, Node last) {
        Node parent = first.parent();
        if (parent == null) {
            return null;
        }
        Attached ended = ended(first, last);
        if (ended != null) {
            return ended;
        }
        Declared around = declarations.around(first.startByte(), first.endByte());
        if (around != null && isHeader(parent, around) && around.nameEnd() <= first.startByte()) {
            return declared("enclosing", around, around.start(), around.end());
        }
        if (around != null && isBeforeName(first, around)) {
            // Among modifiers or in a type, the comment trails only a part of the declaration.
            return declared("next", around, around.start(), around.end());
        }
        Node before = beforePunctuation(first);
        if (before == null || !isOnRowOf(before, first) || isOpener(before, first, last)) {
            return opened(parent, around);
        }
        return rules.between().contains(before.type()) || isBetween(before, first, last)
                ? null
                : node("trailing", trailing(before, first));
    }

    /**
     * For a comment that the grammar counts to the end of the node before it: that node, without the comment. If a
     * semicolon is optional, the grammar's search for it takes comments along.
     */
    private @Nullable Attached ended(Node first, Node last) {
        Node whole = null;
        Node at = last;
        for (Node outer = at.parent(); outer != null && outer.parent() != null; outer = at.parent()) {
            if (!isAllOf(SPACE, at.endByte(), outer.endByte())) {
                break;
            }
            if (!rules.bodies().contains(outer.type())) {
                whole = outer;
            } else if (!isClosed(outer) && !isOneRow(outer, first)) {
                break;
            }
            at = outer;
        }
        if (whole == null || rules.between().contains(whole.type())) {
            return null;
        }
        int end = first.startByte();
        while (end > whole.startByte() && isAllOf(SPACE, end - 1, end)) {
            end--;
        }
        Attached found = node("trailing", whole, end);
        return new Attached(found.how(), found.kind(), found.name(), found.container(), found.start(), end);
    }

    /** Whether a block that ends with a comment has its closing bracket before that. */
    private boolean isClosed(Node block) {
        return OPENERS.indexOf(text.bytes()[block.startByte()]) >= 0;
    }

    /** Whether the owner of a block begins on the row of a comment. */
    private boolean isOneRow(Node block, Node comment) {
        Node outer = block.parent();
        while (outer != null && rules.bodies().contains(outer.type())) {
            outer = outer.parent();
        }
        return outer != null && outer.parent() != null && text.row(outer.startByte()) == text.row(comment.startByte());
    }

    /**
     * Whether a comment is in a declaration's header: it stands directly in the part that holds the name, not in the
     * body.
     */
    private boolean isHeader(Node parent, Declared around) {
        return parent.startByte() <= around.nameStart()
                && parent.endByte() >= around.nameEnd()
                && isWithin(parent, around)
                && !rules.bodies().contains(parent.type());
    }

    private static boolean isWithin(Node node, Declared around) {
        return node.startByte() >= around.start() && node.endByte() <= around.end();
    }

    /** Whether a comment stands among the attributes, modifiers or types that a declaration has before its name. */
    private boolean isBeforeName(Node comment, Declared around) {
        if (declarations.firstName(around) < comment.endByte()) {
            return false;
        }
        Node node = comment.parent();
        while (node != null && isWithin(node, around)) {
            if (rules.bodies().contains(node.type()) || isList(node, OPENERS)) {
                return false;
            }
            node = node.parent();
        }
        return true;
    }

    /** Whether a node, or what stands between it and a comment behind it, opens something: a tag, a colon, a word. */
    private boolean isOpener(Node before, Node first, Node last) {
        byte[] bytes = text.bytes();
        Node parent = before.parent();
        if (bytes[before.startByte()] == '<' && parent != null && parent.startByte() == before.startByte()) {
            return true;
        }
        for (int i = before.endByte(); i < first.startByte(); i++) {
            if (Character.isLetter(bytes[i]) || ":{[()=".indexOf(bytes[i]) >= 0) {
                return true;
            }
        }
        Node next = after(last);
        if (next == null
                || parent == null
                || parent.parent() == null
                || rules.bodies().contains(parent.type())) {
            return false;
        }
        return rules.bodies().contains(next.type())
                || (text.row(parent.startByte()) == text.row(first.startByte())
                        && text.row(next.startByte()) > text.row(last.endByte())
                        && isCalledAsItBegins(parent));
    }

    /** Whether a node is a statement with a keyword that is also its type. */
    private boolean isCalledAsItBegins(Node node) {
        byte[] bytes = text.bytes();
        int end = node.startByte();
        while (end < node.endByte() && bytes[end] >= 'a' && bytes[end] <= 'z') {
            end++;
        }
        return end > node.startByte() && node.type().startsWith(text.text(node.startByte(), end));
    }

    /**
     * The node that a comment trails. If it follows the last statement of a Python block, its sibling is the whole
     * block's declaration; the statement on its row is meant.
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

    /** For a comment behind an opener: the declaration or statement that was opened there. */
    private @Nullable Attached opened(Node parent, @Nullable Declared around) {
        if (parent.parent() == null) {
            return null;
        }
        Node opened = parent;
        for (Node outer = parent.parent(); outer != null && outer.parent() != null; outer = opened.parent()) {
            boolean isBlock = rules.bodies().contains(opened.type());
            if (isBlock && isStatement(opened, outer) && rules.bodies().contains(outer.type())) {
                break; // a block in a block
            }
            if (!isBlock && (isStatement(opened, outer) || declarations.named(opened.startByte(), opened.endByte()))) {
                break;
            }
            opened = outer;
        }
        if (around != null && isHeader(opened, around)) {
            return declared("enclosing", around, around.start(), around.end());
        }
        return node("enclosing", opened);
    }

    /** Whether a node stands in a block, or begins on a row of its own in something else. */
    private boolean isStatement(Node node, Node outer) {
        boolean isAllOfIt = outer.startByte() == node.startByte() && outer.endByte() == node.endByte();
        return (rules.bodies().contains(outer.type()) && !isAllOfIt)
                || text.row(outer.startByte()) != text.row(node.startByte());
    }

    // --- before code ---

    private Attached ofCodeAfter(Node first, Node last) {
        Declared around = declarations.around(first.startByte(), first.endByte());
        if (around != null && isBeforeName(first, around)) {
            return declared("next", around, around.start(), around.end());
        }
        Node parent = first.parent();
        if (parent != null && isBelowAttributes(first, parent)) {
            return node("next", parent);
        }
        Node at = last;
        Node next = after(at);
        while (next == null && endsAbove(at, first)) {
            at = Objects.requireNonNull(at.parent());
            next = after(at);
        }
        if (isFirst(first) && (next == null || rules.imports().contains(next.type()))) {
            return next == null ? enclosing(first) : file();
        }
        while (next != null && rules.bodies().contains(next.type())) {
            next = firstIn(next);
        }
        if (next != null) {
            return node("next", next);
        }
        Node before = before(first);
        return before != null && parent != null && (isList(parent, OPENERS) || isBeforeBracket(last, parent))
                ? node("trailing", before)
                : enclosing(at.equals(last) ? first : at);
    }

    /** Whether only attributes and modifiers stand before a comment in something that is no block. */
    private boolean isBelowAttributes(Node comment, Node parent) {
        if (parent.parent() == null || rules.bodies().contains(parent.type()) || isList(parent, OPENERS)) {
            return false;
        }
        Node before = skipBack(comment.previousNamedSibling());
        if (before == null) {
            return false;
        }
        while (before != null && rules.between().contains(before.type())) {
            before = skipBack(before.previousNamedSibling());
        }
        return before == null;
    }

    /**
     * Whether the parent of a node ends where the node ends, above the comment by its meaning: grammars count a comment
     * behind a block without a closing bracket as part of the block.
     */
    private boolean endsAbove(Node at, Node comment) {
        Node parent = at.parent();
        if (parent == null
                || parent.parent() == null
                || !isAllOf(SPACE, passedBehind(at).last().endByte(), parent.endByte())) {
            return false;
        }
        if (!rules.bodies().contains(parent.type()) || rules.loose().contains(parent.type()) || isClosed(parent)) {
            return true;
        }
        Node child = firstIn(parent);
        return child == null || column(comment.startByte()) < column(child.startByte());
    }

    /** Whether a round or square bracket is closed behind a comment, in what is no block. */
    private boolean isBeforeBracket(Node comment, Node parent) {
        int at = comment.endByte();
        while (at < parent.endByte() && isAllOf(SPACE, at, at + 1)) {
            at++;
        }
        return at < parent.endByte()
                && ")]".indexOf(text.bytes()[at]) >= 0
                && !rules.bodies().contains(parent.type());
    }

    private int column(int offset) {
        return offset - text.rowStart(text.row(offset));
    }

    private @Nullable Node firstIn(Node body) {
        Node child = body.namedChild(0);
        return child == null || !isPassed(child) ? child : passedBehind(child).next();
    }

    /** Whether only comments, {@code #!} and {@code <?} stand before a comment in the file. */
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
        return startsWith(node, "#!") || startsWith(node, "<?");
    }

    // --- neighbours ---

    /** The node before a comment, past comments and punctuation. */
    private @Nullable Node before(Node comment) {
        Node node = skipBack(comment.previousNamedSibling());
        while (node != null && isPunctuation(node.startByte(), node.endByte())) {
            node = skipBack(node.previousNamedSibling());
        }
        return node;
    }

    /**
     * The node before a comment, also if only the punctuation that ends it belongs to the comment's parent: the
     * semicolon behind the constants of an enum in Java.
     */
    private @Nullable Node beforePunctuation(Node comment) {
        Node before = before(comment);
        for (Node parent = comment.parent();
                before == null
                        && parent != null
                        && parent.parent() != null
                        && parent.startByte() < comment.startByte()
                        && isPunctuation(parent.startByte(), comment.startByte());
                parent = parent.parent()) {
            before = before(parent);
        }
        return before;
    }

    /** The node after a comment, past comments and attributes; null before a closing tag. */
    private @Nullable Node after(Node comment) {
        Node node = passedBehind(comment).next();
        return node == null || startsWith(node, "</") ? null : node;
    }

    /**
     * The comments and attributes behind a node.
     *
     * @param last of them; the node itself if there are none
     * @param next the node behind them, or null
     */
    private record Passed(Node last, @Nullable Node next) {}

    private Passed passedBehind(Node node) {
        var nodes = new ArrayList<Node>();
        Node last = node;
        Passed found = passed.get(last);
        while (found == null) {
            nodes.add(last);
            Node next = last.nextNamedSibling();
            if (next == null || !isPassed(next)) {
                found = new Passed(last, next);
            } else {
                last = next;
                found = passed.get(last);
            }
        }
        for (Node each : nodes) {
            passed.put(each, found);
        }
        return found;
    }

    private boolean isPassed(Node node) {
        return isComment(node) || rules.between().contains(node.type());
    }

    /** The node before comments, or null. */
    private record CodeBefore(@Nullable Node node) {}

    private @Nullable Node skipBack(@Nullable Node node) {
        var nodes = new ArrayList<Node>();
        Node at = node;
        while (at != null && isComment(at)) {
            CodeBefore known = codeBefore.get(at);
            if (known == null) {
                nodes.add(at);
                at = at.previousNamedSibling();
            } else {
                at = known.node();
            }
        }
        var found = new CodeBefore(at);
        for (Node each : nodes) {
            codeBefore.put(each, found);
        }
        return at;
    }

    private boolean isOnRowOf(Node before, Node comment) {
        return text.row(before.endByte()) == text.row(comment.startByte());
    }

    private boolean startsWith(Node node, String two) {
        int start = node.startByte();
        byte[] bytes = text.bytes();
        return start + 1 < bytes.length && bytes[start] == two.charAt(0) && bytes[start + 1] == two.charAt(1);
    }

    // --- what it is ---

    private Attached enclosing(Node comment) {
        Declared around = declarations.around(comment.startByte(), comment.endByte());
        return around == null ? file() : declared("enclosing", around, around.start(), around.end());
    }

    private Attached file() {
        return new Attached("file", "file", null, null, 0, text.rowEnd(0));
    }

    private Attached node(String how, Node node) {
        return node(how, node, node.endByte());
    }

    private Attached node(String how, Node node, int end) {
        int start = node.startByte();
        Declared declared = declarations.of(start, end, this::isPunctuation);
        if (declared != null) {
            return declared(how, declared, Math.min(start, declared.start()), Math.max(end, declared.end()));
        }
        Declared around = declarations.around(start, end);
        String container = around == null ? null : around.path();
        return new Attached(how, node.type(), null, container, withAttributes(node), withoutComments(start, end));
    }

    private Attached declared(String how, Declared one, int start, int end) {
        String kind = one.kind() == null ? "scope" : one.kind();
        Node node = root.namedDescendant(start, end);
        int from = node == null || node.startByte() != start ? start : withAttributes(node);
        return new Attached(how, kind, one.name(), one.container(), from, withoutComments(start, end));
    }

    /** The start of a node including the attributes that precede it as siblings. */
    private int withAttributes(Node node) {
        return attributed.computeIfAbsent(node, this::startOfAttributes);
    }

    private int startOfAttributes(Node node) {
        Node whole = node;
        for (Node parent = node.parent();
                parent != null && parent.startByte() == whole.startByte() && parent.endByte() == whole.endByte();
                parent = parent.parent()) {
            whole = parent;
        }
        int start = whole.startByte();
        Node before = whole.previousNamedSibling();
        while (before != null && isPassed(before)) {
            if (rules.between().contains(before.type())) {
                start = before.startByte();
            }
            before = before.previousNamedSibling();
        }
        return start;
    }

    /** The end of a range without the comments that the grammar counts to it but that stand left of it, or may. */
    private int withoutComments(int start, int end) {
        return commentless.computeIfAbsent((long) start << 32 | end, _ -> endBeforeComments(start, end));
    }

    private int endBeforeComments(int start, int end) {
        int at = end;
        while (true) {
            int trimmed = at;
            while (trimmed > start + 1 && isAllOf(SPACE, trimmed - 1, trimmed)) {
                trimmed--;
            }
            Node last = root.namedDescendant(trimmed - 1, trimmed);
            if (last == null
                    || !isComment(last)
                    || last.startByte() <= start
                    || !isAlone(last)
                    || (rules.loose().isEmpty() && column(last.startByte()) > column(start))) {
                return at == end ? end : trimmed;
            }
            at = last.startByte();
        }
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
