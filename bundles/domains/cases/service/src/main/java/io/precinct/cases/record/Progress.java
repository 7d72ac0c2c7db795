package io.precinct.cases.record;

import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a case and all its descendants.
 *
 * @param parent the id of the parent, or null if the case has none
 * @param cases the descendants; completed or archived descendants count as done
 * @param items the checklist items of the case and its descendants, or null if no bundle provides checklists
 */
public record Progress(
        @Nullable String parent, Completion cases, @Nullable Completion items) {
    /** The progress as it is served. */
    public static final Resource<Progress> RESOURCE = Resource.<Progress>of(
                    Property.of("parent", CaseTypes.CASE_ID, Progress::parent).orNull(),
                    Property.of("cases", Completion.RESOURCE, Progress::cases)
                            .describedAs("All cases below it; completed or archived ones are done."),
                    Property.of("items", Completion.RESOURCE, Progress::items)
                            .orNull()
                            .describedAs("The items of its checklists and of those below it."))
            .named("Progress");
}
