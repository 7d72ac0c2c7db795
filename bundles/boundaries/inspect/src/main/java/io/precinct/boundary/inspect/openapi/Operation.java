package io.precinct.boundary.inspect.openapi;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Contract;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.inspect.Inspection.Step;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A route as an OpenAPI operation. */
final class Operation {
    private static final Set<String> WITH_BODY = Set.of("post", "put", "patch");

    /** Methods whose request body has no meaning (RFC 9110 §9.3). */
    private static final Set<String> BODILESS = Set.of("get", "head", "trace");

    /** The tag of routes whose names have no family. */
    static final String SERVICE = "service";

    private static final int LONGEST_SUMMARY = 120;

    private final RouteView route;
    private final Map<String, String> variables;
    private final SharedComponents parts;
    private final List<DeployedBoundary> slots;
    private final Contract contract;

    /**
     * An operation.
     *
     * @param variables names of the path's variables in the document, by their names in the route
     * @param parts collects the components that it refers to
     */
    Operation(RouteView route, Map<String, String> variables, SharedComponents parts) {
        this.route = route;
        this.variables = variables;
        this.parts = parts;
        this.slots = slots(route);
        this.contract =
                slots.stream().map(slot -> slot.declaration().contract()).reduce(Contract.NONE, Contract::and);
    }

    private static List<DeployedBoundary> slots(RouteView route) {
        List<DeployedBoundary> slots = new ArrayList<>();
        for (Step step : route.chain()) {
            DeployedBoundary deployed = step.deployed();
            if (deployed != null && step.slot().equals("user")) {
                slots.add(deployed);
            }
        }
        return slots;
    }

    /** The boundary whose payload is answered, or null if no boundary with a known output is deployed. */
    private @Nullable DeployedBoundary answering() {
        return slots.reversed().stream()
                .filter(slot -> slot.declaration().outputShape() != null)
                .findFirst()
                .orElse(null);
    }

    Map<String, @Nullable Object> toData() {
        List<Declaration> declarations =
                slots.stream().map(DeployedBoundary::declaration).toList();
        var requirements = Requirements.of(declarations, contract, variables, parts);
        var responses = new Responses(route, answering(), contract, parts);
        MapBuilder operation = Data.mapBuilder()
                .put("operationId", route.name())
                .put("tags", Data.list(tag()))
                .put("summary", summary())
                .put("description", sentence())
                .put("parameters", parameters(requirements, responses));
        if (takesBody(requirements)) {
            operation.put("requestBody", requirements.requestBody(route.consumes()));
        }
        operation.put("responses", responses.toData());
        if (route.access().equals("admin")) {
            operation.put("security", Data.list(Data.map(Components.TOKEN, List.of())));
        }
        List<Map<String, @Nullable Object>> forms = forms();
        if (!forms.isEmpty()) {
            operation.put("x-precinct-forms", forms);
        }
        operation.put("x-precinct-boundaries", route.boundaries());
        if (!route.permission().roles().isEmpty()) {
            operation.put("x-precinct-roles", route.permission().roles());
        }
        if (!route.scenarios().isEmpty()) {
            operation.put("x-precinct-scenarios", route.scenarios());
        }
        if (!route.missing().isEmpty()) {
            operation.put("x-precinct-missing", route.missing());
        }
        return operation.build();
    }

    /**
     * Whether the operation takes a body: as its contract declares or, without a contract, as is usual for its method.
     */
    private boolean takesBody(Requirements requirements) {
        boolean raw = !route.consumes().equals(List.of(Components.JSON));
        boolean declaresBody = requirements.hasBody() && !BODILESS.contains(route.method());
        return declaresBody || WITH_BODY.contains(route.method()) && (raw || !contract.declared());
    }

    /** The name of the family, or the tag of routes without one. */
    String tag() {
        int dot = route.name().indexOf('.');
        return dot > 0 ? route.name().substring(0, dot) : SERVICE;
    }

    private String sentence() {
        DeployedBoundary answering = answering();
        String description = answering == null ? null : answering.declaration().description();
        return description == null ? route.method() + " " + route.path() : description;
    }

    /** The first clause of a text. */
    private String summary() {
        String sentence = sentence();
        String clause = sentence.split("[.;:](\\s|$)", 2)[0];
        return clause.length() <= LONGEST_SUMMARY ? clause : clause.substring(0, LONGEST_SUMMARY - 1) + "…";
    }

    private static List<Map<String, @Nullable Object>> parameters(Requirements requirements, Responses responses) {
        List<Map<String, @Nullable Object>> parameters = new ArrayList<>(requirements.parameters());
        if (responses.answersAnObject()) {
            Components.PARAMETERS.forEach(name -> parameters.add(SharedComponents.ref("parameters", name)));
        }
        return parameters;
    }

    /** Further forms of answers, described beside the parameters, because OpenAPI has only one answer per status. */
    private List<Map<String, @Nullable Object>> forms() {
        return contract.forms().stream()
                .map(form -> Data.map(
                        "parameter", Requirements.parameter(form.parameter(), variables, parts),
                        "answer", parts.schema(form.answer())))
                .toList();
    }
}
