package io.precinct.api.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a boundary takes and how it answers, beyond its shapes. The API document is made from it. With strict input, a
 * boundary that declares one finds in its parameters, query and headers, when read one by one, only what the contract
 * names. Immutable.
 *
 * @param parameters what it reads besides the body
 * @param body the JSON body it takes, or null
 * @param bodyRequired whether the body is required
 * @param answers possible answers, by ascending status
 * @param forms parameters that give its success another form
 */
public record Contract(
        List<Parameter> parameters,
        @Nullable Schema body,
        boolean bodyRequired,
        List<Answer> answers,
        List<Form> forms) {
    /** No contract: only the shapes apply. */
    public static final Contract NONE = new Contract(List.of(), null, false, List.of(), List.of());

    public Contract {
        parameters = List.copyOf(parameters);
        answers = List.copyOf(answers);
        forms = List.copyOf(forms);
    }

    /**
     * A parameter that gives the answer another form. OpenAPI has one form for an operation and a status; a document
     * lists these in addition.
     *
     * @param parameter that selects the form
     * @param answer the schema of the success in this form
     */
    public record Form(Parameter parameter, Schema answer) {}

    /** These parameters. */
    public static Contract of(Parameter... parameters) {
        return new Contract(List.of(parameters), null, false, List.of(), List.of());
    }

    /** These answers. */
    public static Contract of(Answer... answers) {
        return new Contract(List.of(), null, false, List.of(answers), List.of());
    }

    /** A JSON body; it is required if it has a required member. */
    public static Contract taking(Schema body) {
        boolean required = body.members().keySet().stream().anyMatch(body::requires);
        return new Contract(List.of(), body, required, List.of(), List.of());
    }

    /** These forms. */
    public static Contract of(Form... forms) {
        return new Contract(List.of(), null, false, List.of(), List.of(forms));
    }

    /** This and more; if both have something, such as a parameter of one name, {@code more} wins. */
    public Contract and(Contract more) {
        return new Contract(
                merged(parameters, more.parameters, p -> p.place() + p.name().toLowerCase(Locale.ROOT)),
                more.body == null ? body : more.body,
                more.body == null ? bodyRequired : more.bodyRequired,
                merged(answers, more.answers, Answer::status).stream()
                        .sorted(java.util.Comparator.comparingInt(Answer::status))
                        .toList(),
                merged(forms, more.forms, form -> form.parameter().name()));
    }

    private static <T> List<T> merged(List<T> these, List<T> more, Function<T, ?> key) {
        Map<Object, T> merged = new LinkedHashMap<>();
        these.forEach(one -> merged.put(key.apply(one), one));
        more.forEach(one -> merged.put(key.apply(one), one));
        return new ArrayList<>(merged.values());
    }

    /** False if the contract is empty. */
    public boolean declared() {
        return !equals(NONE);
    }

    /** The answer with the lowest status, the success; null if none is declared. */
    public @Nullable Answer success() {
        return answers.isEmpty() || !answers.getFirst().success() ? null : answers.getFirst();
    }

    /** Names of the parameters in a place, those of {@link #forms} included; headers in lower case. */
    public Set<String> names(Parameter.Place place) {
        List<Parameter> all = new ArrayList<>(parameters);
        forms.forEach(form -> all.add(form.parameter()));
        return all.stream()
                .filter(parameter -> parameter.place() == place)
                .map(parameter ->
                        place == Parameter.Place.HEADER ? parameter.name().toLowerCase(Locale.ROOT) : parameter.name())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
