package io.precinct.configuration.queries.expression;

import io.precinct.common.secret.UrlSecrets;
import io.precinct.configuration.queries.document.Located;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.smithy.jmespath.JmespathException;
import software.amazon.smithy.jmespath.JmespathExceptionType;
import software.amazon.smithy.jmespath.JmespathExpression;

/**
 * A JMESPath expression. A result that is a value of the document is that value itself, so that its place is known.
 * Immutable.
 */
public final class Expression {
    private static final Pattern PLACE =
            Pattern.compile("(?s)Syntax error at line (\\d+) column (\\d+): (.*)", Pattern.DOTALL);

    private static final Located MASKED = Located.computed(UrlSecrets.MASK);

    private final JmespathExpression parsed;

    private Expression(JmespathExpression parsed) {
        this.parsed = parsed;
    }

    /**
     * Reads an expression.
     *
     * @throws BadExpression if it is not one
     */
    public static Expression parse(String text) throws BadExpression {
        try {
            return new Expression(ExactNumbers.in(JmespathExpression.parse(text)));
        } catch (JmespathException e) {
            throw bad(e, text);
        } catch (StackOverflowError e) {
            // The parser is recursive and has no limit; nothing but its own stack is lost.
            throw new BadExpression("syntax", -1, "the expression is nested too deeply");
        }
    }

    /**
     * What an expression gives.
     *
     * @param value a null if there is no result
     * @param ofPlaceholder whether the result depends on a text in which {@code ***} stands for a secret, so that another
     *     secret might give another result; not if it merely contains such a text
     */
    public record Result(Located value, boolean ofPlaceholder) {}

    /**
     * The result for a document.
     *
     * @param masked whether {@code ***} may stand in it for something that is not shown. Then what is below such a text is
     *     that text, too, and so is a result that nobody can tell without it
     * @throws BadExpression if it cannot be applied to this document, or its result is larger than is answered
     * @throws Deadline.Passed if the time is over
     */
    public Result apply(Located document, Deadline deadline, boolean masked) throws BadExpression {
        var runtime = new LocatedRuntime(deadline, masked);
        try {
            Located result = parsed.evaluate(document, runtime);
            if (result.size() > Located.MOST_VALUES || result.depth() > Located.DEEPEST) {
                throw new BadExpression(
                        "too_large",
                        -1,
                        "the result has more than " + Located.MOST_VALUES + " values or " + Located.DEEPEST
                                + " levels");
            }
            boolean untold = masked && result.value() == null && runtime.placeholderRead();
            return new Result(untold ? MASKED : result, runtime.placeholderRead());
        } catch (LocatedRuntime.TooLarge e) {
            throw new BadExpression("too_large", -1, String.valueOf(e.getMessage()));
        } catch (JmespathException e) {
            if (masked && runtime.placeholderRead() && e.getType() == JmespathExceptionType.INVALID_TYPE) {
                return new Result(MASKED, true);
            }
            throw bad(e, "");
        } catch (StackOverflowError e) {
            throw new BadExpression("syntax", -1, "the expression is nested too deeply");
        } catch (ArithmeticException | NumberFormatException e) {
            // Its message may quote a value, and that may be a secret.
            throw new BadExpression("invalid_value", -1, "a number cannot be computed or is out of range");
        }
    }

    private static BadExpression bad(JmespathException e, String text) {
        String message = String.valueOf(e.getMessage());
        Matcher place = PLACE.matcher(message);
        if (place.matches()) {
            int offset = offset(text, Integer.parseInt(place.group(1)), Integer.parseInt(place.group(2)));
            return new BadExpression("syntax", offset, place.group(3));
        }
        JmespathExceptionType type = e.getType();
        String kind = type == JmespathExceptionType.OTHER
                ? "invalid_value"
                : type.name().toLowerCase(Locale.ROOT);
        return new BadExpression(kind, -1, message(type, message));
    }

    private static String message(JmespathExceptionType type, String message) {
        if (type == JmespathExceptionType.UNKNOWN_FUNCTION) {
            return "there is no function " + message;
        }
        return message.equals("invalid-type")
                ? "a function is given a value of another type than it takes"
                : message.equals("invalid-value") ? "a value is not allowed there" : message;
    }

    private static int offset(String text, int line, int column) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            start = text.indexOf('\n', start) + 1;
        }
        return Math.min(text.length(), start + column - 1);
    }
}
