package io.precinct.tools;

import io.precinct.api.data.Data;
import io.precinct.common.spelling.Suggestions;
import io.precinct.tools.DeployedTools.DeployedTool;
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

    private OperationHelp() {}

    /** Answers a call; {@code arguments} are those besides the operation. */
    static ToolAnswer answer(DeployedTool tool, Map<String, @Nullable Object> arguments) {
        Object of = arguments.get(OF);
        List<String> names = List.copyOf(tool.operations().keySet());
        for (String argument : arguments.keySet()) {
            if (!argument.equals(OF) && !argument.equals(CallOptions.BUDGET)) {
                return ToolAnswer.refusal(
                        400,
                        DESCRIBE + " has no argument " + argument + ": leave it out; " + OF + " names an operation",
                        "bad_arguments");
            }
        }
        if (!arguments.containsKey(OF)) {
            return new ToolAnswer(200, all(tool), null);
        }
        ToolOperation operation = of instanceof String name ? tool.operations().get(name) : null;
        if (operation == null) {
            return unknown(OF, of, names);
        }
        return new ToolAnswer(200, one(operation), null);
    }

    /** Refuses the name of an operation that is not there. */
    static ToolAnswer unknown(String argument, @Nullable Object given, List<String> names) {
        String sentence = given instanceof String name
                ? "there is no operation " + name
                        + Suggestions.nearest(name, names)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse("")
                : argument + " names an operation";
        return new ToolAnswer(
                400, Data.map("error", sentence, "code", "unknown_operation", "allowed", Data.freezeList(names)), null);
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
        if (!known.byName().containsKey(CallOptions.BUDGET)) {
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
        if (operation.isChange()) {
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
                "others",
                known.open() ? "are accepted" : "are refused");
    }

    private static Map<String, @Nullable Object> argument(Argument argument) {
        var data = Data.mapBuilder();
        data.put("in", argument.place().name().toLowerCase(Locale.ROOT));
        if (argument.required()) {
            data.put("required", true);
        }
        argument.schema().toData().forEach(data::put);
        if (argument.description() != null) {
            data.put("description", argument.description());
        }
        return data.build();
    }
}
