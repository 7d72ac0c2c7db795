package io.precinct.source.endpoints.traces;

import io.precinct.api.contract.Type;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.Item;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.SourceResources;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Code that names a requirement.
 *
 * @param id of the requirement
 * @param revision of the requirement that the code names, or null
 * @param repo name of its repository
 * @param item the code
 * @param line of the annotation
 * @param association how the comment is attached to the code
 * @param permalink of the code
 */
record RequirementReference(
        String id, @Nullable String revision, String repo, Item item, int line, String association, String permalink) {
    /** The answer. */
    static final Resource<RequirementReference> RESOURCE = Resource.of(
                    text("repo", RequirementReference::repo),
                    text("path", place -> place.item.path()),
                    Property.of("blob", SourceResources.OBJECT_ID, (RequirementReference place) -> place.item.blob()),
                    text("lang", place -> place.item.lang()),
                    text("kind", place -> place.item.kind()).orNull(),
                    text("name", place -> place.item.name()).orNull())
            .with(Resource.of(SourceResources.NAME_PATH).<RequirementReference>from(RequirementReference::item))
            .with(
                    text("revision", RequirementReference::revision).orNull(),
                    Property.of("line", Type.count(), place -> (long) place.line),
                    Property.of("association", SourceResources.ASSOCIATION, RequirementReference::association),
                    text("permalink", RequirementReference::permalink))
            .named("CodePlace");

    private static Property<RequirementReference, String> text(
            String name, Function<RequirementReference, @Nullable String> getter) {
        return Property.of(name, Type.text(), getter);
    }

    static RequirementReference of(View view, Annotation annotation) {
        Item item = annotation.item();
        return new RequirementReference(
                annotation.id(),
                annotation.revision(),
                view.repository(),
                item,
                annotation.mark().start().line(),
                annotation.association(),
                Links.pinned(view, item.path(), item.start(), item.end()));
    }
}
