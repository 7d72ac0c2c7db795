package io.precinct.launcher.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The syntax of a command on the command line.
 *
 * @param name one word, or two as in {@code seal verify}
 * @param summary what the command does, in one line
 * @param operands the operands in order
 * @param options the options without {@code --help}, which every command has
 */
public record Syntax(String name, String summary, List<Operand> operands, List<Option> options) {
    public Syntax {
        operands = List.copyOf(operands);
        options = List.copyOf(options);
    }

    /** The option that every command has. */
    public static final Option HELP = Option.flag("--help", "shows this help");

    /**
     * A positional argument.
     *
     * @param name its name in the usage: {@code JAR}
     * @param required false if the operand may be left out; then the operands after it may be left out, too
     * @param repeatable true if the operand may be given any number of times; then it is the last one
     * @param choices the values allowed, or empty if any is
     */
    public record Operand(String name, boolean required, boolean repeatable, List<String> choices) {
        public Operand {
            choices = List.copyOf(choices);
        }

        /** An operand that must be given. */
        public static Operand required(String name, String... choices) {
            return new Operand(name, true, false, List.of(choices));
        }

        /** An operand that may be left out. */
        public static Operand optional(String name, String... choices) {
            return new Operand(name, false, false, List.of(choices));
        }

        /** An operand that may be given any number of times, or left out; only the last one may. */
        public static Operand repeatable(String name) {
            return new Operand(name, false, true, List.of());
        }

        /** {@code NAME}, {@code [NAME]} if it may be left out, {@code [NAME]…} if it may be repeated as well. */
        public String label() {
            return (required ? name : "[" + name + "]") + (repeatable ? "…" : "");
        }
    }

    /** The name, word by word. */
    public List<String> words() {
        return List.of(name.split(" ", -1));
    }

    /** The option of this name. */
    public Optional<Option> option(String optionName) {
        return allOptions().filter(option -> option.name().equals(optionName)).findFirst();
    }

    /** Its own options and {@code --help}. */
    public Stream<Option> allOptions() {
        return Stream.concat(options.stream(), Stream.of(HELP));
    }

    /** {@code Usage: precinct deploy [--dry-run] JAR}. */
    public String usage() {
        StringBuilder usage = new StringBuilder("Usage: precinct ").append(name);
        for (Option option : options) {
            usage.append(" [").append(option.label()).append(']').append(option.repeatable() ? "…" : "");
        }
        int open = 0;
        for (Operand operand : operands) {
            if (operand.required() || operand.repeatable()) {
                usage.append(' ').append(operand.label());
            } else {
                usage.append(" [").append(operand.name());
                open++;
            }
        }
        return usage.append("]".repeat(open)).toString();
    }

    /** The help text: usage, summary and options. */
    public String help() {
        int width =
                allOptions().mapToInt(option -> option.label().length()).max().orElse(0);
        String options = allOptions().map(option -> "  %-" + width + "s  %s").collect(Collectors.joining("\n"));
        Object[] cells = allOptions()
                .flatMap(option -> Stream.of(option.label(), option.help()))
                .toArray();
        return usage() + "\n" + Character.toUpperCase(summary.charAt(0)) + summary.substring(1) + ".\n\n"
                + options.formatted(cells);
    }
}
