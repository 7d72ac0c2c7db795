package io.precinct.resolver.task;

import io.precinct.api.config.ResolvesTag;
import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.cases.api.Cases;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Resolves {@code !Task task-<uuid>} to the case in the form that {@code GET /api/tasks/:id} serves, and {@code !Task
 * {id: task-<uuid>, field: label}} to one field of it.
 */
// @req:task-tag
@Component
@ResolvesTag(value = "Task", phase = ResolvesTag.Phase.LATE)
public final class TaskTag implements TagResolver {
    private static final String FORMS = "!Task task-<uuid> or !Task {id: task-<uuid>, field: label}";
    private static final Pattern ID = Pattern.compile("[^\\s\\p{Cntrl}]{1,200}");

    /** Optional and dynamic: the tag stays known while the bundle of the cases is absent. */
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile @Nullable Cases cases;

    @Override
    public void check(Call call) throws TagException {
        Wanted.of(call.argument());
    }

    @Override
    public @Nullable Object resolve(Call call) throws TagException {
        Wanted wanted = Wanted.of(call.argument());
        Cases present = cases;
        if (present == null) {
            throw new TagException("the cases are not available at present", "deploy io.precinct.cases");
        }
        Map<String, @Nullable Object> found = present.find(wanted.id());
        if (found == null) {
            throw new TagException("there is no case " + wanted.id(), "GET /api/tasks lists the cases");
        }
        String field = wanted.field();
        if (field == null) {
            return found;
        }
        if (!found.containsKey(field)) {
            throw new TagException("a case has no field " + field, "it has " + String.join(", ", found.keySet()));
        }
        return found.get(field);
    }

    /**
     * The parsed argument of a tag.
     *
     * @param field null for the whole case
     */
    private record Wanted(String id, @Nullable String field) {
        static Wanted of(@Nullable Object argument) throws TagException {
            return switch (argument) {
                case String id -> new Wanted(id(id), null);
                case Map<?, ?> map -> of(map);
                case null, default -> throw new TagException("takes the id of a case", FORMS);
            };
        }

        private static Wanted of(Map<?, ?> map) throws TagException {
            if (!Set.of("id", "field").containsAll(map.keySet())) {
                throw new TagException("takes id and field, got " + String.join(", ", names(map)), FORMS);
            }
            if (!map.containsKey("field")) {
                return new Wanted(id(map.get("id")), null);
            }
            if (!(map.get("field") instanceof String field) || field.isBlank()) {
                throw new TagException("field is the name of a field of the case", FORMS);
            }
            return new Wanted(id(map.get("id")), field);
        }

        private static String[] names(Map<?, ?> map) {
            return map.keySet().stream().map(String::valueOf).toArray(String[]::new);
        }

        private static String id(@Nullable Object id) throws TagException {
            if (!(id instanceof String text) || !ID.matcher(text).matches()) {
                throw new TagException("takes the id of a case", FORMS);
            }
            return text;
        }
    }
}
