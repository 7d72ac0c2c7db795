package io.precinct.configuration.queries.expression;

import io.precinct.configuration.queries.document.Located;
import io.precinct.configuration.queries.document.Numbers;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.smithy.jmespath.ExpressionVisitor;
import software.amazon.smithy.jmespath.JmespathExpression;
import software.amazon.smithy.jmespath.ast.AndExpression;
import software.amazon.smithy.jmespath.ast.ComparatorExpression;
import software.amazon.smithy.jmespath.ast.CurrentExpression;
import software.amazon.smithy.jmespath.ast.ExpressionTypeExpression;
import software.amazon.smithy.jmespath.ast.FieldExpression;
import software.amazon.smithy.jmespath.ast.FilterProjectionExpression;
import software.amazon.smithy.jmespath.ast.FlattenExpression;
import software.amazon.smithy.jmespath.ast.FunctionExpression;
import software.amazon.smithy.jmespath.ast.IndexExpression;
import software.amazon.smithy.jmespath.ast.LiteralExpression;
import software.amazon.smithy.jmespath.ast.MultiSelectHashExpression;
import software.amazon.smithy.jmespath.ast.MultiSelectListExpression;
import software.amazon.smithy.jmespath.ast.NotExpression;
import software.amazon.smithy.jmespath.ast.ObjectProjectionExpression;
import software.amazon.smithy.jmespath.ast.OrExpression;
import software.amazon.smithy.jmespath.ast.ProjectionExpression;
import software.amazon.smithy.jmespath.ast.SliceExpression;
import software.amazon.smithy.jmespath.ast.Subexpression;

/**
 * Rewrites an expression so that {@code to_number} reads integers of any length. The library's own function answers null
 * beyond 64 bits, and its functions cannot be replaced. An expression without {@code to_number} keeps its parts.
 */
final class ExactNumbers implements ExpressionVisitor<JmespathExpression> {
    private static final String TO_NUMBER = "to_number";

    /** Larger than any integer that programs write; beyond it the library decides. */
    private static final int MOST_DIGITS = 400;

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{19," + MOST_DIGITS + "}");

    private ExactNumbers() {}

    static JmespathExpression in(JmespathExpression expression) {
        return expression.accept(new ExactNumbers());
    }

    private JmespathExpression of(JmespathExpression part) {
        return part.accept(this);
    }

    private List<JmespathExpression> all(List<JmespathExpression> parts) {
        return parts.stream().map(this::of).toList();
    }

    @Override
    public JmespathExpression visitFunction(FunctionExpression function) {
        List<JmespathExpression> arguments = all(function.getArguments());
        // An expression as such, &x, is no value; the library refuses it.
        boolean converts = function.getName().equals(TO_NUMBER)
                && arguments.size() == 1
                && !(arguments.getFirst() instanceof ExpressionTypeExpression);
        return new FunctionExpression(
                function.getName(),
                converts ? List.of(new LongInteger(arguments.getFirst())) : arguments,
                function.getLine(),
                function.getColumn());
    }

    /** Gives the number for a text that is an integer of more digits than fit into 64 bits for certain, else its value. */
    private static final class LongInteger extends JmespathExpression {
        private final JmespathExpression argument;

        LongInteger(JmespathExpression argument) {
            super(argument.getLine(), argument.getColumn());
            this.argument = argument;
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // evaluated for located values only
        public <T> T accept(ExpressionVisitor<T> visitor) {
            T value = argument.accept(visitor);
            return value instanceof Located located ? (T) number(located) : value;
        }

        private static Located number(Located value) {
            @Nullable
            Number number = value.value() instanceof String text
                            && INTEGER.matcher(text).matches()
                    ? Numbers.finite(new BigInteger(text))
                    : null;
            return number == null ? value : Located.computed(number);
        }
    }

    @Override
    public JmespathExpression visitComparator(ComparatorExpression it) {
        return new ComparatorExpression(
                it.getComparator(), of(it.getLeft()), of(it.getRight()), it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitCurrentNode(CurrentExpression it) {
        return it;
    }

    @Override
    public JmespathExpression visitExpressionType(ExpressionTypeExpression it) {
        return new ExpressionTypeExpression(of(it.getExpression()), it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitFlatten(FlattenExpression it) {
        return new FlattenExpression(of(it.getExpression()), it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitField(FieldExpression it) {
        return it;
    }

    @Override
    public JmespathExpression visitIndex(IndexExpression it) {
        return it;
    }

    @Override
    public JmespathExpression visitLiteral(LiteralExpression it) {
        return it;
    }

    @Override
    public JmespathExpression visitMultiSelectList(MultiSelectListExpression it) {
        return new MultiSelectListExpression(all(it.getExpressions()), it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitMultiSelectHash(MultiSelectHashExpression it) {
        Map<String, JmespathExpression> members = new LinkedHashMap<>();
        it.getExpressions().forEach((name, part) -> members.put(name, of(part)));
        return new MultiSelectHashExpression(members, it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitAnd(AndExpression it) {
        return new AndExpression(of(it.getLeft()), of(it.getRight()), it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitOr(OrExpression it) {
        return new OrExpression(of(it.getLeft()), of(it.getRight()), it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitNot(NotExpression it) {
        return new NotExpression(of(it.getExpression()), it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitProjection(ProjectionExpression it) {
        return new ProjectionExpression(of(it.getLeft()), of(it.getRight()), it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitFilterProjection(FilterProjectionExpression it) {
        return new FilterProjectionExpression(
                of(it.getLeft()), of(it.getComparison()), of(it.getRight()), it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitObjectProjection(ObjectProjectionExpression it) {
        return new ObjectProjectionExpression(of(it.getLeft()), of(it.getRight()), it.getLine(), it.getColumn());
    }

    @Override
    public JmespathExpression visitSlice(SliceExpression it) {
        return it;
    }

    @Override
    public JmespathExpression visitSubexpression(Subexpression it) {
        return new Subexpression(of(it.getLeft()), of(it.getRight()), it.getLine(), it.getColumn(), it.isPipe());
    }
}
