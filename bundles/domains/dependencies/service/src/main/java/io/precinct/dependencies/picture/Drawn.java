package io.precinct.dependencies.picture;

import io.precinct.rest.api.Refusal;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The picture of a page, or the reason why there is none; the rest of the page works without it.
 *
 * @param picture null if there is none
 * @param refusal the reason for people; null if there is a picture
 */
public record Drawn(@Nullable Picture picture, @Nullable String refusal) {
    /** Runs a drawing and returns its result. */
    static Drawn by(Supplier<Picture> drawing) {
        try {
            return new Drawn(drawing.get(), null);
        } catch (Refusal e) {
            return new Drawn(null, String.valueOf(e.getMessage()));
        }
    }
}
