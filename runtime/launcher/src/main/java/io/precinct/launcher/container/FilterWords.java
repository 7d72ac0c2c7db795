package io.precinct.launcher.container;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The filter of a requirement as a person would write it: {@code org.example [1.0.0,2.0.0)} for
 * {@code (&(osgi.wiring.package=org.example)(version>=1.0.0)(!(version>=2.0.0)))}. What is not of this form stays as it
 * is.
 */
final class FilterWords {
    private static final Pattern NAME = Pattern.compile("\\(([a-z.]+)=([^()*]+)\\)");
    private static final Pattern FROM = Pattern.compile("(?<!\\(!)\\((?:bundle-)?version>=([^()]+)\\)");
    private static final Pattern TO = Pattern.compile("\\(!\\((?:bundle-)?version>=([^()]+)\\)\\)");

    private FilterWords() {}

    static String of(String namespace, String filter) {
        List<String> words = new ArrayList<>();
        String rest = filter;
        Matcher name = NAME.matcher(rest);
        while (name.find()) {
            words.add(name.group(1).equals(namespace) ? name.group(2) : name.group(1) + " " + name.group(2));
        }
        rest = name.replaceAll("");
        Matcher to = TO.matcher(rest);
        String upper = to.find() ? to.group(1) : null;
        rest = to.replaceFirst("");
        Matcher from = FROM.matcher(rest);
        String lower = from.find() ? from.group(1) : null;
        rest = from.replaceFirst("");
        if (!rest.replaceAll("[(&)\\s]", "").isEmpty() || words.isEmpty()) {
            return filter;
        }
        if (lower != null) {
            words.add(upper == null ? lower + " or newer" : "[" + lower + "," + upper + ")");
        } else if (upper != null) {
            words.add("older than " + upper);
        }
        return String.join(" ", words);
    }
}
