package io.precinct.core.api.config;

import org.jspecify.annotations.Nullable;

/**
 * A tag that configuration left untouched, resolved when a request needs it. It is part of scenario data, in which
 * everything else is plain data or a shape.
 *
 * @param tag without the exclamation mark
 * @param argument plain data behind the tag
 * @param at its place
 */
public record LateTag(String tag, @Nullable Object argument, Location at) {
    @Override
    public String toString() {
        return "!" + tag + " " + argument;
    }
}
