package io.precinct.cases.record;

import io.precinct.api.contract.Type;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Schemas;

/**
 * How many of some things are done.
 *
 * @param total the number of things
 * @param completed the number of things that are done
 */
public record Completion(long total, long completed) {
    /** The completion of an empty set. */
    public static final Completion NONE = new Completion(0, 0);

    /** The completion as it is served. */
    public static final Resource<Completion> RESOURCE = Resource.<Completion>of(
                    Property.of("total", Type.count(), Completion::total),
                    Property.of("completed", Type.count(), Completion::completed),
                    Property.of("remaining", Type.count(), Completion::remaining),
                    Property.of("percent", Type.integer(0, 100).shownAs(Schemas.PERCENT), Completion::percent)
                            .describedAs("Rounded down; 0 if there are none."))
            .named("Completion");

    /** Returns the sum of both. */
    public Completion plus(Completion other) {
        return new Completion(total + other.total, completed + other.completed);
    }

    /** Returns the number of things that are not done. */
    public long remaining() {
        return total - completed;
    }

    /** Returns the percentage that is done, rounded down; 0 if there are no things. */
    public long percent() {
        return total == 0 ? 0 : completed * 100 / total;
    }
}
