package io.precinct.source.endpoints.traces;

import io.precinct.api.data.Data;
import io.precinct.source.api.Annotation;
import io.precinct.source.api.Item;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.Links;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Code that names a requirement.
 *
 * @param id of the requirement
 * @param repo name of its repository
 * @param item the code
 * @param line of the annotation
 * @param association how the comment is attached to the code
 * @param permalink of the code
 */
record RequirementReference(String id, String repo, Item item, int line, String association, String permalink) {
    static RequirementReference of(View view, Annotation annotation) {
        Item item = annotation.item();
        return new RequirementReference(
                annotation.id(),
                view.repository(),
                item,
                annotation.mark().start().line(),
                annotation.association(),
                Links.pinned(view, item.path(), item.start(), item.end()));
    }

    Map<String, @Nullable Object> data() {
        return Data.map(
                "repo", repo,
                "path", item.path(),
                "blob", item.blob(),
                "lang", item.lang(),
                "kind", item.kind(),
                "name", item.name(),
                "name_path", item.namePath(),
                "line", line,
                "association", association,
                "permalink", permalink);
    }
}
