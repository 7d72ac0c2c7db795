package io.precinct.build.compile;

import io.precinct.build.SourceModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The few settings for compiling and packaging in poms, read from their text. */
final class PomText {
    private static final Pattern COMPILER_ARGUMENTS =
            Pattern.compile("<compilerArgs[^>]*>(.*?)</compilerArgs>", Pattern.DOTALL);
    private static final String BND = "<bnd><![CDATA[";
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");
    private static final Pattern ARGUMENT = Pattern.compile("<arg>([^<]*)</arg>");

    private PomText() {}

    /** bnd's instructions for every bundle. */
    static String bundleInstructions(Path root) {
        String text = read(root.resolve("bundles/pom.xml"));
        int from = text.indexOf(BND);
        int to = text.indexOf("]]></bnd>", from);
        if (from < 0 || to < 0) {
            throw new IllegalStateException("bundles/pom.xml has no instructions for bnd");
        }
        return text.substring(from + BND.length(), to);
    }

    /** A text with the values of the root pom's properties. */
    static String interpolated(Path root, Path file) {
        return interpolated(read(file), read(root.resolve("pom.xml")));
    }

    /** The compiler arguments that a module's own pom adds. */
    static List<String> compilerArguments(SourceModule module) {
        List<String> found = new ArrayList<>();
        Matcher lists = COMPILER_ARGUMENTS.matcher(read(module.path().resolve("pom.xml")));
        while (lists.find()) {
            Matcher arguments = ARGUMENT.matcher(lists.group(1));
            while (arguments.find()) {
                found.add(arguments.group(1));
            }
        }
        return found;
    }

    /** The compiler arguments of the root pom, with its checks: those for main sources or those for tests. */
    static List<String> lint(Path root, boolean main) {
        Path pom = root.resolve("pom.xml");
        String text = read(pom);
        List<String> found = new ArrayList<>();
        Matcher arguments = ARGUMENT.matcher(text);
        while (arguments.find()) {
            String argument = interpolated(arguments.group(1), text);
            boolean checks = argument.startsWith("-Xplugin:ErrorProne");
            boolean otherJvm = argument.startsWith("-J");
            if (!otherJvm && (!checks || argument.contains("NullAway:ERROR") == main)) {
                found.add(argument);
            }
        }
        return found;
    }

    private static String interpolated(String argument, String pom) {
        return PROPERTY.matcher(argument).replaceAll(property -> {
            Matcher value = Pattern.compile("<" + Pattern.quote(property.group(1)) + ">([^<]*)<")
                    .matcher(pom);
            return Matcher.quoteReplacement(value.find() ? value.group(1) : property.group());
        });
    }

    /** The text of a file. */
    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
