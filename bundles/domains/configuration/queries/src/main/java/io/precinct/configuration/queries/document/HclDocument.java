package io.precinct.configuration.queries.document;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * HCL 2, in the structure of its JSON form: the type and the labels of a block are nested members, several blocks of
 * the same type and labels are an array, and a text is a template as written. Anything but constants and values made of
 * constants stays an expression, {@code "${…}"}. Nothing is evaluated.
 */
final class HclDocument {
    private static final int DEEPEST = 100;
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");
    private static final int LONGEST_NUMBER = 1000;

    private final DocumentText file;
    private final HclScanner in;

    HclDocument(DocumentText file) {
        this.file = file;
        this.in = new HclScanner(file);
    }

    /** The content of a body under a name: an attribute, or blocks with and without labels. */
    private static final class Member {
        final int offset;

        @Nullable
        Located attribute;

        final List<Located> bodies = new ArrayList<>();
        final Map<String, Member> labelled = new LinkedHashMap<>();

        Member(int offset) {
            this.offset = offset;
        }
    }

    List<Located> read() throws BadDocument {
        Located body = body(0, 1);
        if (!in.isAtEnd()) {
            throw file.bad(in.at(), "there is no block that this ends");
        }
        return List.of(body);
    }

    /** Reads up to the end of the file or to its closing brace, which is left. */
    private Located body(int offset, int depth) throws BadDocument {
        checkDepth(depth, offset);
        Map<String, Member> members = new LinkedHashMap<>();
        in.skipLines();
        while (!in.isAtEnd() && in.peek() != '}') {
            int start = in.at();
            String name = in.identifier();
            in.skipBlanks();
            Member member = members.computeIfAbsent(file.key(name), _ -> new Member(start));
            if (in.isAssignment()) {
                in.skip(1);
                if (member.attribute != null || !member.bodies.isEmpty() || !member.labelled.isEmpty()) {
                    throw file.bad(start, "the attribute " + name + " stands there twice");
                }
                member.attribute = expression(start, depth + 1);
            } else if (member.attribute != null) {
                throw file.bad(start, name + " is an attribute already");
            } else {
                block(member, start, depth);
            }
            in.endOfStatement();
        }
        return located(members, offset);
    }

    private void block(Member type, int start, int depth) throws BadDocument {
        Member at = type;
        int offset = start;
        int levels = depth;
        while (!in.isAtEnd() && in.peek() != '{') {
            offset = in.at();
            int labelled = offset;
            String label = in.peek() == '"' ? in.quoted() : in.identifier();
            at = at.labelled.computeIfAbsent(file.key(label), _ -> new Member(labelled));
            checkDepth(++levels, offset);
            in.skipBlanks();
        }
        in.expect('{');
        at.bodies.add(body(offset, levels + 1));
        in.expect('}');
    }

    private Located located(Map<String, Member> members, int offset) throws BadDocument {
        Map<String, Located> located = new LinkedHashMap<>();
        for (Map.Entry<String, Member> member : members.entrySet()) {
            located.put(member.getKey(), located(member.getValue()));
        }
        return file.object(offset, located);
    }

    private Located located(Member member) throws BadDocument {
        if (member.attribute != null) {
            return member.attribute;
        }
        List<Located> all = new ArrayList<>(member.bodies);
        if (!member.labelled.isEmpty()) {
            all.add(located(member.labelled, member.offset));
        }
        return all.size() == 1 ? all.getFirst() : file.array(member.offset, all);
    }

    private void checkDepth(int depth, int offset) throws BadDocument {
        if (depth > DEEPEST) {
            throw file.bad(offset, "the document is nested deeper than " + DEEPEST + " levels");
        }
    }

    /**
     * A value: a constant if it is made of constants, else its text.
     *
     * @param offset reported as the place of the value
     */
    private Located expression(int offset, int depth) throws BadDocument {
        checkDepth(depth, offset);
        in.skipBlanks();
        int start = in.at();
        Located constant = constant(offset, depth);
        if (constant != null && in.isAtEndOfExpression()) {
            return constant;
        }
        in.backTo(start);
        String text = in.expression();
        if (text.isEmpty()) {
            throw file.bad(start, "a value is missing");
        }
        return file.scalar(offset, "${" + text + "}");
    }

    private @Nullable Located constant(int offset, int depth) throws BadDocument {
        if (in.isAtEnd()) {
            return null;
        }
        char first = in.peek();
        if (first == '"') {
            return file.scalar(offset, in.quoted());
        }
        if (first == '[') {
            return in.isFor() ? null : list(offset, depth);
        }
        if (first == '{') {
            return in.isFor() ? null : object(offset, depth);
        }
        if (first == '<') {
            String heredoc = in.heredoc();
            return heredoc == null ? null : file.scalar(offset, heredoc);
        }
        return switch (in.word()) {
            case "true" -> file.scalar(offset, true);
            case "false" -> file.scalar(offset, false);
            case "null" -> file.scalar(offset, null);
            case String word when NUMBER.matcher(word).matches() -> file.scalar(offset, number(word));
            default -> null;
        };
    }

    private static Object number(String word) {
        if (word.length() > LONGEST_NUMBER) {
            return word;
        }
        if (WHOLE.matcher(word).matches()) {
            return Numbers.plain(new BigInteger(word));
        }
        double number = Double.parseDouble(word);
        return Double.isFinite(number) ? (Object) number : word;
    }

    private @Nullable Located list(int offset, int depth) throws BadDocument {
        List<Located> elements = new ArrayList<>();
        in.expect('[');
        in.skipLines();
        while (!in.isAtEnd() && in.peek() != ']') {
            elements.add(expression(in.at(), depth + 1));
            in.skipLines();
            if (!in.isAtEnd() && in.peek() == ',') {
                in.skip(1);
                in.skipLines();
            } else {
                break;
            }
        }
        in.expect(']');
        return file.array(offset, elements);
    }

    private @Nullable Located object(int offset, int depth) throws BadDocument {
        Map<String, Located> members = new LinkedHashMap<>();
        in.expect('{');
        in.skipLines();
        while (!in.isAtEnd() && in.peek() != '}') {
            int start = in.at();
            String key = in.key();
            in.skipBlanks();
            in.expectOneOf('=', ':');
            if (members.put(file.key(key), expression(start, depth + 1)) != null) {
                throw file.bad(start, "the key " + key + " stands there twice");
            }
            in.skipBlanks();
            if (!in.isAtEnd() && in.peek() == ',') {
                in.skip(1);
            }
            in.skipLines();
        }
        in.expect('}');
        return file.object(offset, members);
    }
}
