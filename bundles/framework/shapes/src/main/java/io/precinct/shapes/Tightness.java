package io.precinct.shapes;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much a shape demands, by a count of its innermost fields: {@code {params: {message: {matches: "^h"}, to: true}}}
 * has two, of which one demands presence only and one is constrained. The more fields are constrained, the tighter the
 * shape.
 *
 * @param fields number of innermost fields
 * @param presentOnly number of fields that are {@code true}
 * @param constrained number of fields that demand more: a literal, matchers, items of a list, an empty map of fields
 */
public record Tightness(int fields, int presentOnly, int constrained) {
    private static final Tightness NONE = new Tightness(0, 0, 0);
    private static final Tightness PRESENT = new Tightness(1, 1, 0);
    private static final Tightness CONSTRAINED = new Tightness(1, 0, 1);

    /** The tightness of a shape of fields; any other shape counts as that of one field. */
    public static Tightness of(Shape shape) {
        return DepthLimit.allows(shape) ? ofAllowed(shape) : CONSTRAINED;
    }

    private static Tightness ofAllowed(Shape shape) {
        return switch (shape) {
            case Shape.Fields fields ->
                fields.fields().values().stream().map(Tightness::ofField).reduce(NONE, Tightness::plus);
            default -> ofField(shape);
        };
    }

    private static Tightness ofField(Shape shape) {
        return switch (shape) {
            case Shape.Present _ -> PRESENT;
            case Shape.Fields fields when !fields.fields().isEmpty() -> ofAllowed(fields);
            case Shape.Fields _, Shape.Literal _, Shape.Items _, Shape.Match _ -> CONSTRAINED;
        };
    }

    private Tightness plus(Tightness other) {
        return new Tightness(fields + other.fields, presentOnly + other.presentOnly, constrained + other.constrained);
    }

    /**
     * As data for answers: {@code {fields, present_only, constrained, ratio}}; the ratio is
     * {@code constrained / fields}, 0 for a shape that demands presence only, 1 if every field is constrained, null if
     * there are no fields.
     */
    public Map<String, @Nullable Object> toData() {
        return Data.map(
                "fields", fields,
                "present_only", presentOnly,
                "constrained", constrained,
                "ratio", fields == 0 ? null : (double) constrained / fields);
    }
}
