package io.precinct.launcher.cli;

import org.jspecify.annotations.Nullable;

/**
 * An option of a command.
 *
 * @param name name with its dashes: {@code --config}
 * @param argument name of its value in the usage, or null if it takes none
 * @param valueOptional true if the value may be left out; a value must then be given as {@code --name=value}
 * @param repeatable true if it may be given several times
 * @param description one line for the help
 * @param variable variable of the environment that stands for the option if it is not given, or null
 */
public record Option(
        String name,
        @Nullable String argument,
        boolean valueOptional,
        boolean repeatable,
        String description,
        @Nullable String variable) {
    /** An option without a value. */
    public static Option flag(String name, String description) {
        return new Option(name, null, false, false, description, null);
    }

    /** An option with a value. */
    public static Option value(String name, String argument, String description) {
        return new Option(name, argument, false, false, description, null);
    }

    /** An option whose value may be left out. */
    public static Option optionalValue(String name, String argument, String description) {
        return new Option(name, argument, true, false, description, null);
    }

    /** An option with a value that may be given several times. */
    public static Option repeatable(String name, String argument, String description) {
        return new Option(name, argument, false, true, description, null);
    }

    /** The same option; if it is not given, this variable of the environment stands for it. */
    public Option orVariable(String name) {
        return new Option(this.name, argument, valueOptional, repeatable, description, name);
    }

    /** The text about the option in the help. */
    public String help() {
        return variable == null ? description : description + " (or " + variable + ")";
    }

    /** The option in the help: {@code --config DIR}. */
    public String label() {
        if (argument == null) {
            return name;
        }
        return valueOptional ? name + "[=" + argument + "]" : name + " " + argument;
    }
}
