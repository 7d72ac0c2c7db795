package io.precinct.cases.record;

import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import org.jspecify.annotations.Nullable;

/**
 * How far a case has come with all that is below it.
 *
 * @param parent the id of its parent, or null if it has none
 * @param cases the cases below it; those are done that are completed or archived
 * @param items the items of its checklists and of those below it, or null if nobody keeps checklists
 */
public record Progress(
        @Nullable String parent, Completion cases, @Nullable Completion items) {
    /** It as it is served. */
    public static final Resource<Progress> RESOURCE = Resource.<Progress>of(
                    Property.of("parent", CaseTypes.CASE_ID, Progress::parent).orNull(),
                    Property.of("cases", Completion.RESOURCE, Progress::cases)
                            .describedAs("All cases below it; completed or archived ones are done."),
                    Property.of("items", Completion.RESOURCE, Progress::items)
                            .orNull()
                            .describedAs("The items of its checklists and of those below it."))
            .named("Progress");
}
