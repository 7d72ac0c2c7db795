package io.precinct.dependencies.picture;

import io.precinct.rest.api.Refusal;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The picture of a page, or why there is none: the rest of the page needs none.
 *
 * @param picture null if there is none
 * @param refusal why there is none, for people; null if there is one
 */
public record Drawn(@Nullable Picture picture, @Nullable String refusal) {
    /** What becomes of this drawing. */
    static Drawn by(Supplier<Picture> drawing) {
        try {
            return new Drawn(drawing.get(), null);
        } catch (Refusal e) {
            return new Drawn(null, String.valueOf(e.getMessage()));
        }
    }
}
