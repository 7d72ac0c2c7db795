package io.precinct.source.settings;

import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts environment variables in: {@code ${NAME}}; {@code $${} is a literal {@code ${}. */
final class Variables {
    private static final Pattern PLACE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Function<String, @Nullable String> environment;

    Variables(Function<String, @Nullable String> environment) {
        this.environment = environment;
    }

    /** What is wrong with a text, to be said of it: {@code names the environment variable X, which is not set}. */
    static final class Unset extends Exception {
        private static final long serialVersionUID = 1L;

        private final String hint;

        Unset(String message, String hint) {
            super(message, null, false, false);
            this.hint = hint;
        }

        String hint() {
            return hint;
        }
    }

    static boolean anyIn(String text) {
        return text.contains("${");
    }

    String replaced(String text) throws Unset {
        Matcher places = PLACE.matcher(text);
        var result = new StringBuilder();
        while (places.find()) {
            places.appendReplacement(result, Matcher.quoteReplacement(value(places)));
        }
        return places.appendTail(result).toString();
    }

    private String value(Matcher place) throws Unset {
        String name = place.group(1);
        if (name == null) {
            return "${";
        }
        if (place.group(2).isEmpty() || !NAME.matcher(name).matches()) {
            throw new Unset(
                    "holds ${ that no name of an environment variable follows",
                    "write $${ where it is meant literally");
        }
        String value = environment.apply(name);
        if (value == null) {
            throw new Unset(
                    "names the environment variable " + name + ", which is not set",
                    "set it before the start, or write $${" + name + "} where it is meant literally");
        }
        return value;
    }
}
