package io.precinct.tools;

import io.precinct.api.data.Data;
import io.precinct.common.spelling.Suggestions;
import io.precinct.tools.BadArguments.Fault;
import io.precinct.tools.DeployedTools.DeployedTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers {@code describe}, which every tool has: what its operations do, and the arguments of one of them in full. */
final class OperationHelp {
    /** The operation that describes the others. */
    static final String DESCRIBE = "describe";

    /** The argument of {@link #DESCRIBE} that names an operation. */
    static final String OF = "of";

    private static final List<String> ARGUMENTS = List.of(OF, CallOptions.BUDGET);

    private OperationHelp() {}

    /** Answers a call; {@code arguments} are those besides the operation. */
    static ToolAnswer answer(DeployedTool tool, Map<String, @Nullable Object> arguments) {
        Object of = arguments.get(OF);
        List<String> names = List.copyOf(tool.operations().keySet());
        List<Fault> faults = new ArrayList<>();
        arguments.keySet().stream()
                .filter(argument -> !ARGUMENTS.contains(argument))
                .limit(BadArguments.MOST)
                .map(OperationHelp::unknownArgument)
                .forEach(faults::add);
        int budget = CallOptions.budget(arguments, faults);
        if (!faults.isEmpty()) {
            return ToolAnswer.of(400, new BadArguments(faults, ARGUMENTS).toData());
        }
        if (!arguments.containsKey(OF)) {
            return fitted(all(tool), budget);
        }
        ToolOperation operation = of instanceof String name ? tool.operations().get(name) : null;
        if (operation == null) {
            return unknown(OF, of, names);
        }
        return fitted(one(operation), budget);
    }

    private static ToolAnswer fitted(Map<String, @Nullable Object> help, int budget) {
        var fitting = new Fitting();
        Object fitted = fitting.fit(help, budget);
        return ToolAnswer.of(200, fitted)
                .noted(
                        fitting.cuts().isEmpty()
                                ? null
                                : "Cut to " + budget + " tokens: raise " + CallOptions.BUDGET + ".");
    }

    private static Fault unknownArgument(String argument) {
        String sentence = DESCRIBE + " has no argument " + argument + ": leave it out; " + OF + " names an operation";
        return new Fault(argument, "unknown", sentence);
    }

    /** Refuses the name of an operation that is not there. */
    static ToolAnswer unknown(String argument, @Nullable Object given, List<String> names) {
        String sentence = given instanceof String name
                ? "there is no operation " + name
                        + Suggestions.nearest(name, names)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse("")
                : argument + " names an operation";
        return ToolAnswer.of(
                400, Data.map("error", sentence, "code", "unknown_operation", "allowed", Data.freezeList(names)));
    }

    private static Map<String, @Nullable Object> all(DeployedTool tool) {
        var operations = Data.mapBuilder();
        tool.operations()
                .forEach((name, operation) -> operations.put(
                        name, operation.sentence() == null ? operation.route().path() : operation.sentence()));
        return operations.build();
    }

    private static Map<String, @Nullable Object> one(ToolOperation operation) {
        Arguments known = operation.arguments();
        var arguments = Data.mapBuilder();
        known.byName().values().forEach(argument -> arguments.put(argument.name(), argument(argument)));
        // beside the arguments: within one, "required" is the keyword of its schema
        List<String> required = known.byName().values().stream()
                .filter(Argument::required)
                .map(Argument::name)
                .toList();
        if (CallOptions.names(operation).contains(CallOptions.BUDGET)) {
            arguments.put(
                    CallOptions.BUDGET,
                    Data.map(
                            "type",
                            "integer",
                            "minimum",
                            CallOptions.LEAST_BUDGET,
                            "maximum",
                            CallOptions.LARGEST_BUDGET,
                            "default",
                            CallOptions.USUAL_BUDGET,
                            "description",
                            "The most tokens of the answer."));
        }
        if (CallOptions.names(operation).contains(CallOptions.FULL)) {
            arguments.put(
                    CallOptions.FULL,
                    Data.map(
                            "type",
                            "boolean",
                            "default",
                            false,
                            "description",
                            "Answers the whole changed thing instead of its short form."));
        }
        return Data.map(
                "operation",
                operation.name(),
                "does",
                operation.sentence(),
                "route",
                operation.route().method().toUpperCase(Locale.ROOT) + " "
                        + operation.route().path(),
                "arguments",
                arguments.build(),
                "required",
                Data.freezeList(required),
                "others",
                known.open() ? "are accepted" : "are refused");
    }

    private static Map<String, @Nullable Object> argument(Argument argument) {
        var data = Data.mapBuilder();
        data.put("in", argument.place().name().toLowerCase(Locale.ROOT));
        argument.schema().toData().forEach(data::put);
        if (argument.description() != null) {
            data.put("description", argument.description());
        }
        return data.build();
    }
}
