package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Declarations.Declared;
import io.precinct.source.facts.extraction.Engine.Stopped;
import java.util.Arrays;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Hides C and C++ macros from the parser, which does not know what they stand for: it takes
 * {@code class EXPORT Name {}} for a function, and {@code PUBLIC(char *) print(void)} for a call. A name in capitals is
 * replaced by as many spaces if the language has room for a declaration only without it, so that all offsets stay the
 * same.
 *
 * <p>Immutable once made.
 */
final class Macros {
    private static final Set<String> LANGUAGES = Set.of("c", "cpp", "cuda", "objc");

    private static final Set<String> CLASSES = Set.of("class", "struct", "union", "enum");
    private static final Set<String> QUALIFIERS = Set.of("const", "volatile");
    private static final Set<String> BEHIND_PARAMETERS =
            Set.of("const", "volatile", "noexcept", "override", "final", "throw", "mutable");

    /** Words that a type may still follow. */
    private static final Set<String> SPECIFIERS = Set.of(
            "static",
            "inline",
            "extern",
            "virtual",
            "explicit",
            "constexpr",
            "consteval",
            "constinit",
            "friend",
            "typedef",
            "const",
            "volatile",
            "mutable",
            "register",
            "thread_local",
            "template",
            "else",
            "do");

    /** Words that begin a declaration, so that what precedes them is none. */
    private static final Set<String> BEGINNINGS = Set.of(
            "static",
            "inline",
            "extern",
            "virtual",
            "explicit",
            "constexpr",
            "consteval",
            "constinit",
            "friend",
            "typedef",
            "mutable",
            "register",
            "thread_local",
            "void",
            "bool",
            "char",
            "wchar_t",
            "char8_t",
            "char16_t",
            "char32_t",
            "short",
            "int",
            "long",
            "float",
            "double",
            "signed",
            "unsigned",
            "auto",
            "class",
            "struct",
            "union",
            "enum",
            "typename",
            "decltype",
            "template",
            "namespace",
            "using",
            "public",
            "private",
            "protected");

    /** Words that are neither a type nor a name. */
    private static final Set<String> STATEMENTS = Set.of(
            "if",
            "while",
            "for",
            "switch",
            "return",
            "sizeof",
            "alignof",
            "catch",
            "case",
            "goto",
            "throw",
            "new",
            "delete",
            "operator",
            "co_return",
            "co_yield",
            "co_await",
            "not",
            "and",
            "or",
            "else",
            "do",
            "namespace",
            "using",
            "template",
            "typename",
            "signed",
            "unsigned",
            "class",
            "struct",
            "union",
            "enum");

    private static final String ENDS_OF_NAME = "(;=[,{";

    private final byte[] original;
    private final MacroTokens tokens;
    private byte @Nullable [] hidden;
    /** Tokens that the parser will not see. */
    private final boolean[] gone;

    private Macros(byte[] original, MacroTokens tokens) {
        this.original = original;
        this.tokens = tokens;
        gone = new boolean[tokens.size()];
    }

    /**
     * Looks for macros.
     *
     * @param language by its name
     * @return null if there is nothing to hide
     * @throws Stopped if {@code cancelled} returned true
     */
    static @Nullable Macros in(String language, byte[] utf8, BooleanSupplier cancelled) throws Stopped {
        if (!LANGUAGES.contains(language)) {
            return null;
        }
        var tokens = new MacroTokens(utf8);
        if (!tokens.hasCapitals()) {
            return null;
        }
        var macros = new Macros(utf8, tokens);
        macros.hide(new LoopWatch(cancelled));
        return macros.hidden == null ? null : macros;
    }

    /** The text without them, of the same length and with the same lines. */
    byte[] text() {
        return hidden == null ? original : hidden;
    }

    /** Widens a declaration by the macros before it on its first line. */
    Declared widened(Declared declared) {
        byte[] text = text();
        int start = declared.start();
        for (int i = start - 1; i >= 0 && text[i] == ' '; i--) {
            if (original[i] != ' ') {
                start = i;
            }
        }
        return start == declared.start() ? declared : declared.from(start);
    }

    private void hide(LoopWatch watch) throws Stopped {
        for (int i = 0; i < tokens.size(); i++) {
            watch.step();
            if (tokens.kind(i) == MacroTokens.CAPITALS && !gone[i]) {
                int next = behind(i);
                if (next > i && !hasComment(i, next)) {
                    hide(i, next);
                }
            }
        }
    }

    private void hide(int macro, int next) {
        int before = before(macro);
        if (CLASSES.contains(tokens.word(before))) {
            if (isDefined(next)) {
                blank(macro, next);
            }
        } else if (tokens.kind(before) == ',' && tokens.kind(next) == '>' && next > macro + 1) {
            // template <typename T, ENABLE_IF(condition)>
            blank(before, next);
        } else if (behindName(before, next) || behindParameters(before, next) || behindParameter(before, next)) {
            blank(macro, next);
        } else if (isBeginning(before) || tokens.kind(before) == '(' || tokens.kind(before) == ',') {
            asSpecifier(macro, before, next);
        } else if (isType(before) && tokens.kind(next) == MacroTokens.WORD && isNamed(next)) {
            // int CALL main(
            blank(macro, next);
        }
    }

    /** The token behind a macro and its arguments, or the macro itself if these do not end. */
    private int behind(int macro) {
        if (tokens.kind(macro + 1) != '(') {
            return macro + 1;
        }
        int close = tokens.partner(macro + 1);
        return close < 0 ? macro : close + 1;
    }

    private boolean hasComment(int macro, int next) {
        for (int i = tokens.start(macro); i < tokens.end(next - 1); i++) {
            if (original[i] == '/' && (original[i + 1] == '/' || original[i + 1] == '*')) {
                return true;
            }
        }
        return false;
    }

    /** What the parser sees before a token, or -1. */
    private int before(int token) {
        int i = token - 1;
        while (i >= 0 && (gone[i] || tokens.kind(i) == MacroTokens.DIRECTIVE)) {
            i--;
        }
        return i;
    }

    /** Whether a class is defined by this name: {@code class EXPORT Name final : Base}. */
    private boolean isDefined(int name) {
        if (tokens.kind(name) != MacroTokens.WORD) {
            return tokens.kind(name) == MacroTokens.CAPITALS && isDefined(behind(name)) && behind(name) > name;
        }
        int next = behindName(name);
        if (tokens.word(next).equals("final") || tokens.kind(next) == MacroTokens.CAPITALS) {
            next++;
        }
        return tokens.kind(next) == '{' || tokens.kind(next) == ':';
    }

    /** {@code class Name FINAL {}}. */
    private boolean behindName(int before, int next) {
        return tokens.kind(before) == MacroTokens.WORD
                && (tokens.kind(next) == '{' || tokens.kind(next) == ':')
                && CLASSES.contains(tokens.word(before(before)));
    }

    /** {@code void f(int a) const LOCKED(mutex) {}}. */
    private boolean behindParameters(int before, int next) {
        int close = before;
        while (BEHIND_PARAMETERS.contains(tokens.word(close)) || tokens.kind(close) == '&') {
            close = before(close);
        }
        if (tokens.kind(close) != ')' || tokens.partner(close) < 0) {
            return false;
        }
        int name = before(tokens.partner(close));
        if (tokens.kind(name) != ')'
                && !isOperator(name)
                && (tokens.kind(name) != MacroTokens.WORD || isStatement(name))) {
            return false;
        }
        int end = next;
        while (tokens.kind(end) == MacroTokens.CAPITALS && behind(end) > end) {
            end = behind(end);
        }
        int kind = tokens.kind(end);
        return kind == '{'
                || kind == ';'
                || kind == '='
                || kind == ':'
                || kind == '-' && tokens.kind(end + 1) == '>'
                || BEHIND_PARAMETERS.contains(tokens.word(end));
    }

    /** {@code void f(int *a UNUSED, int b UNUSED)}. */
    private boolean behindParameter(int name, int next) {
        if (tokens.kind(name) != MacroTokens.WORD
                || tokens.kind(next) != ')' && tokens.kind(next) != ','
                || isStatement(name)
                || BEGINNINGS.contains(tokens.word(name))) {
            return false;
        }
        int type = before(name);
        int kind = tokens.kind(type);
        return kind == '*'
                || kind == '&'
                || kind == '>'
                || kind == MacroTokens.CAPITALS
                || kind == MacroTokens.WORD && !isStatement(type) && !QUALIFIERS.contains(tokens.word(type));
    }

    /** Whether a token is one of the signs of {@code operator==}. */
    private boolean isOperator(int token) {
        for (int i = token; i >= 0 && i > token - 3; i--) {
            if (tokens.word(i - 1).equals("operator")) {
                return true;
            }
        }
        return false;
    }

    private boolean isStatement(int word) {
        return STATEMENTS.contains(tokens.word(word));
    }

    private boolean isBeginning(int before) {
        int kind = tokens.kind(before);
        return kind == MacroTokens.NONE
                || kind == ';'
                || kind == '{'
                || kind == '}'
                || kind == ':'
                || kind == '>'
                || SPECIFIERS.contains(tokens.word(before))
                || kind == MacroTokens.LITERAL && tokens.word(before - 1).equals("extern");
    }

    private boolean isType(int before) {
        int kind = tokens.kind(before);
        return kind == '*' || kind == '&' || kind == '>' || kind == MacroTokens.WORD && !isStatement(before);
    }

    /**
     * Hides a macro before a type, a constructor or a declaration of its own, one with a type within its arguments, or
     * one that is a type itself.
     */
    private void asSpecifier(int macro, int before, int next) {
        boolean inList = tokens.kind(before) == '(' || tokens.kind(before) == ',';
        int name = next;
        while (QUALIFIERS.contains(tokens.word(name))) {
            name++;
        }
        int kind = tokens.kind(name);
        if (kind == MacroTokens.WORD || kind == MacroTokens.CAPITALS || kind == MacroTokens.SCOPE) {
            beforeWord(macro, next, name, inList);
        } else if (kind == '*') {
            // void (CALL *f)(int)
            if (tokens.kind(before) == '('
                    && tokens.kind(name + 1) == MacroTokens.WORD
                    && tokens.kind(name + 2) == ')'
                    && tokens.kind(name + 3) == '(') {
                blank(macro, next);
            }
        } else if (inList) {
            return;
        } else if (kind == '~' || kind == '[' && tokens.kind(name + 1) == '[') {
            blank(macro, next);
        } else if ((kind == MacroTokens.DIRECTIVE || kind == MacroTokens.NONE || kind == '}') && next == macro + 1) {
            int last = tokens.kind(before);
            if (last == MacroTokens.NONE || last == ';' || last == '}' || macro > 0 && gone[macro - 1]) {
                blank(macro, next);
            }
        }
    }

    private void beforeWord(int macro, int next, int name, boolean inList) {
        String word = tokens.word(name);
        if (BEGINNINGS.contains(word)) {
            blank(macro, next);
            return;
        }
        if (word.equals("operator")) {
            int type = tokens.kind(name + 1);
            boolean conversion = type == MacroTokens.WORD || type == MacroTokens.SCOPE;
            if (conversion && !isStatement(name + 1)) {
                blank(macro, next);
            }
            return;
        }
        if (isStatement(name)) {
            return;
        }
        int end = behindName(name);
        int kind = tokens.kind(end);
        if (kind == '*' || kind == '&' || kind == MacroTokens.WORD && mayFollow(end)) {
            blank(macro, next);
        } else if (kind == MacroTokens.CAPITALS) {
            int last = behind(end);
            if (tokens.kind(last) == MacroTokens.WORD || tokens.kind(last) == MacroTokens.CAPITALS) {
                blank(macro, next);
            }
        } else if (tokens.kind(name) == MacroTokens.CAPITALS) {
            int last = behind(name);
            boolean call = last > end && kind == '(' && tokens.kind(last) == ';' && hasLiteral(end, last);
            boolean more = tokens.kind(last) == MacroTokens.WORD || tokens.kind(last) == MacroTokens.CAPITALS;
            if (last > end && (more || call)) {
                blank(macro, next);
            }
        } else if (kind == '(' && isConstructor(end - 1)) {
            blank(macro, next);
        } else if (next > macro + 1
                && (ENDS_OF_NAME.indexOf(kind) >= 0 || inList && kind == ')')
                && hasType(macro, next)) {
            blank(macro, macro + 2);
            blank(next - 1, next);
        }
    }

    /** Whether a word may stand behind a type. */
    private boolean mayFollow(int word) {
        return !isStatement(word) || BEGINNINGS.contains(tokens.word(word));
    }

    private boolean hasLiteral(int from, int to) {
        for (int i = from; i < to; i++) {
            if (tokens.kind(i) == MacroTokens.LITERAL) {
                return true;
            }
        }
        return false;
    }

    private boolean isConstructor(int name) {
        String word = tokens.word(name);
        return tokens.kind(name - 1) == MacroTokens.SCOPE
                ? tokens.word(name - 2).equals(word)
                : tokens.isClass(word);
    }

    /** Whether a name ends a declaration of one or begins its parameters. */
    private boolean isNamed(int name) {
        return !isStatement(name)
                && !BEGINNINGS.contains(tokens.word(name))
                && ENDS_OF_NAME.indexOf(tokens.kind(behindName(name))) >= 0;
    }

    /** Whether the arguments of a macro may be a type: {@code PUBLIC(char *)}. */
    private boolean hasType(int macro, int next) {
        boolean named = false;
        for (int i = macro + 2; i < next - 1; i++) {
            int kind = tokens.kind(i);
            boolean word = kind == MacroTokens.WORD || kind == MacroTokens.CAPITALS;
            if (!word && kind != '*' && kind != '&' && kind != MacroTokens.SCOPE && kind != '<' && kind != '>') {
                return false;
            }
            named |= word;
        }
        return named;
    }

    /** The token behind a name, which may be qualified and have template arguments. */
    private int behindName(int name) {
        int i = tokens.kind(name) == MacroTokens.SCOPE ? name + 1 : name;
        while (true) {
            i++;
            if (tokens.kind(i) == '<') {
                i = behindTemplate(i);
            }
            if (tokens.kind(i) != MacroTokens.SCOPE) {
                return i;
            }
            i++;
        }
    }

    private int behindTemplate(int less) {
        int depth = 0;
        for (int i = less; i < tokens.size() && i < less + 200; i++) {
            int kind = tokens.kind(i);
            if (kind == '<') {
                depth++;
            } else if (kind == '>' && --depth == 0) {
                return i + 1;
            } else if (kind == ';' || kind == '{') {
                return less;
            }
        }
        return less;
    }

    /** Hides the tokens from one to another, exclusive. */
    private void blank(int from, int to) {
        byte[] into = hidden == null ? original.clone() : hidden;
        hidden = into;
        Arrays.fill(gone, from, to, true);
        for (int i = tokens.start(from); i < tokens.end(to - 1); i++) {
            if (into[i] != '\n' && into[i] != '\r') {
                into[i] = ' ';
            }
        }
    }
}
