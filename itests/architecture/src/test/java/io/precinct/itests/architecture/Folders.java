package io.precinct.itests.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the folder of a class below {@code bundles/}: the folder of the module whose jar contains the class. */
final class Folders {
    private static final Pattern PLACE =
            Pattern.compile(Pattern.quote(Path.of(System.getProperty("precinct.root"), "bundles")
                            .toUri()
                            .getPath())
                    + "/?(.+?)/target/.*");

    private Folders() {}

    /** The folder of a class; empty for a third-party class, and for common code, which is copied into every bundle. */
    static Optional<String> of(JavaClass type) {
        return type.getPackageName().startsWith("io.precinct.common")
                ? Optional.empty()
                : type.getSource().flatMap(source -> folder(source.getUri()));
    }

    /** The folder for a source {@code jar:file:/…/target/….jar!/…}. */
    private static Optional<String> folder(URI source) {
        String file = source.getScheme().equals("jar") ? source.getSchemeSpecificPart() : source.toString();
        Matcher place = PLACE.matcher(file.replaceFirst("^file:/*", "/"));
        return place.matches() ? Optional.of(place.group(1)) : Optional.empty();
    }
}
