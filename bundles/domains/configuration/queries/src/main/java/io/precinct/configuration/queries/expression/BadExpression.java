package io.precinct.configuration.queries.expression;

/** An invalid expression, or one that cannot be applied to a document. */
public final class BadExpression extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 300;

    private final String kind;
    private final int offset;

    BadExpression(String kind, int offset, String message) {
        super(message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "…", null, false, false);
        this.kind = kind;
        this.offset = offset;
    }

    /** {@code syntax, invalid_type, invalid_value, unknown_function, invalid_arity} or {@code too_large}. */
    public String kind() {
        return kind;
    }

    /** The position of the fault in the text of the expression, in characters; -1 if unknown. */
    public int offset() {
        return offset;
    }

    /** Whether it depends on the document: another one may have a result. */
    public boolean isOfDocument() {
        return kind.equals("invalid_type") || kind.equals("too_large");
    }
}
