package io.precinct.launcher.cli;

import io.precinct.common.spelling.Suggestions;
import io.precinct.launcher.cli.Syntax.Operand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parsed arguments of a command: its options and operands, and the variables that stand for options. */
public final class Arguments {
    private final Map<String, List<String>> options;
    private final List<String> operands;
    private final Map<String, String> variables;

    private Arguments(Map<String, List<String>> options, List<String> operands, Map<String, String> variables) {
        this.options = options;
        this.operands = operands;
        this.variables = variables;
    }

    /**
     * A value and its source.
     *
     * @param source the name of the option or of the variable, for messages
     */
    public record Given(String source, String value) {}

    /**
     * Reads the words after the command's name: {@code --name value} or {@code --name=value}, and operands anywhere
     * between; {@code --} ends the options. If {@code --help} is among them, nothing else is checked.
     *
     * @param variables the environment
     * @throws WrongUsage if they do not conform to {@code syntax}
     */
    public static Arguments parse(Syntax syntax, List<String> words, Map<String, String> variables) throws WrongUsage {
        int end = words.indexOf("--");
        List<String> before = end < 0 ? words : words.subList(0, end);
        if (before.contains("--help") || before.contains("-h")) {
            return new Arguments(Map.of("--help", List.of("")), List.of(), Map.of());
        }
        var arguments = new Arguments(new HashMap<>(), new ArrayList<>(), variables);
        for (int i = 0; i < before.size(); i++) {
            String word = before.get(i);
            if (word.startsWith("-") && word.length() > 1) {
                i += arguments.readOption(
                        syntax, word, i + 1 < before.size() ? Optional.of(before.get(i + 1)) : Optional.empty());
            } else {
                arguments.operands.add(word);
            }
        }
        if (end >= 0) {
            arguments.operands.addAll(words.subList(end + 1, words.size()));
        }
        arguments.checkOperands(syntax);
        return arguments;
    }

    /** Reads an option; returns the number of further words that belong to it. */
    private int readOption(Syntax syntax, String word, Optional<String> next) throws WrongUsage {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        Option option = syntax.option(name).orElse(null);
        if (option == null) {
            throw new WrongUsage("unknown option " + name
                    + Suggestions.ending(
                            name, syntax.allOptions().map(Option::name).toList()));
        }
        if (options.containsKey(name) && !option.repeatable()) {
            throw new WrongUsage(name + " is given twice");
        }
        if (option.argument() == null && equals >= 0) {
            throw new WrongUsage(name + " takes no value");
        }
        String value = equals < 0 ? "" : word.substring(equals + 1);
        boolean takesNext = option.argument() != null && equals < 0 && !option.valueOptional();
        if (takesNext) {
            value = next.orElseThrow(() -> new WrongUsage(name + " needs a value: " + option.label()));
        }
        options.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
        return takesNext ? 1 : 0;
    }

    private void checkOperands(Syntax syntax) throws WrongUsage {
        List<Operand> declared = syntax.operands();
        boolean bounded = declared.isEmpty() || !declared.getLast().repeatable();
        if (bounded && operands.size() > declared.size()) {
            throw new WrongUsage("unexpected argument '" + operands.get(declared.size()) + "'");
        }
        for (int i = 0; i < declared.size(); i++) {
            Operand operand = declared.get(i);
            if (i >= operands.size()) {
                if (operand.required()) {
                    throw new WrongUsage(operand.name() + " is missing");
                }
            } else if (!operand.choices().isEmpty() && !operand.choices().contains(operands.get(i))) {
                throw new WrongUsage("'" + operands.get(i) + "' is not one of "
                        + String.join(", ", operand.choices())
                        + Suggestions.ending(operands.get(i), operand.choices()));
            }
        }
    }

    /** Whether an option was given. */
    public boolean has(String option) {
        return options.containsKey(option);
    }

    /** The value of an option, empty if it was given without one. */
    public Optional<String> value(String option) {
        return values(option).stream().findFirst();
    }

    /**
     * The value of an option or, if it was not given, of the variable that stands for it. An empty variable counts as
     * absent.
     */
    public Optional<Given> given(Option option) {
        Optional<Given> given = value(option.name()).map(value -> new Given(option.name(), value));
        return given.isPresent() || option.variable() == null ? given : variable(option.variable());
    }

    /** A variable of the environment; empty if it is absent or the empty text. */
    public Optional<Given> variable(String name) {
        return Optional.ofNullable(variables.get(name))
                .filter(value -> !value.isEmpty())
                .map(value -> new Given(name, value));
    }

    /** Every value of a repeatable option, in order. */
    public List<String> values(String option) {
        return options.getOrDefault(option, List.of());
    }

    /** An operand that may have been left out. */
    public Optional<String> operand(int position) {
        return position < operands.size() ? Optional.of(operands.get(position)) : Optional.empty();
    }

    /** All operands from a position on: those of a repeatable operand. */
    public List<String> operandsFrom(int position) {
        return List.copyOf(operands.subList(Math.min(position, operands.size()), operands.size()));
    }

    /** An operand that the syntax requires. */
    public String requiredOperand(int position) {
        return operands.get(position);
    }
}
