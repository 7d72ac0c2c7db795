package io.precinct.source.linguist;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Where the content of a file comes from, if nobody wrote it in its repository. */
public enum Origin {
    /** A program made it: lock files, minified scripts, what a compiler for protocols writes. */
    GENERATED,
    /** It is a copy of somebody else's. */
    VENDORED;

    private static final Set<String> LOCKS = Set.of(
            ".pnp.cjs",
            ".terraform.lock.hcl",
            "bun.lock",
            "cargo.lock",
            "composer.lock",
            "deno.lock",
            "flake.lock",
            "gemfile.lock",
            "glide.lock",
            "go.sum",
            "go.work.sum",
            "gopkg.lock",
            "gradle.lockfile",
            "gradlew",
            "gradlew.bat",
            "mix.lock",
            "module.bazel.lock",
            "mvnw",
            "mvnw.cmd",
            "npm-shrinkwrap.json",
            "package-lock.json",
            "package.resolved",
            "packages.lock.json",
            "pdm.lock",
            "pipfile.lock",
            "pixi.lock",
            "pnpm-lock.yaml",
            "podfile.lock",
            "poetry.lock",
            "pubspec.lock",
            "uv.lock",
            "yarn.lock");

    private static final Pattern MADE = Pattern.compile(".*(?:[.-]min\\.(?:js|mjs|css)"
            + "|\\.(?:js|mjs|cjs|css|ts)\\.map"
            + "|\\.pb\\.(?:go|cc|h|c|dart|swift)|\\.pb\\.gw\\.go|_pb2(?:_grpc)?\\.pyi?|_pb\\.(?:js|d\\.ts|rb)|_grpc\\.pb\\.go"
            + "|\\.(?:g|freezed|gr)\\.dart|\\.(?:designer|g|g\\.i|generated|feature)\\.cs"
            + "|[._](?:gen|generated)\\.(?:go|ts|tsx|js|rs|java|kt|py|rb|swift|graphql)"
            + "|\\.snap|\\.zep\\.(?:c|h|php))");

    private static final Pattern VENDOR_FOLDER = Pattern.compile(
            "vendors?|_vendor|(?:third|3rd)[-_]?party|node_modules|bower_components|jspm_packages|godeps|pods|carthage"
                    + "|site-packages|externals");

    /** Whether the name of a file says that it is generated. */
    public static boolean isGenerated(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return LOCKS.contains(name)
                || MADE.matcher(name).matches()
                || path.contains("__generated__/")
                || isMinifiable(path) && (path.startsWith("dist/") || path.contains("/dist/"));
    }

    /** Whether a folder of a file says that it is vendored. */
    public static boolean isVendored(String path) {
        int from = 0;
        for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', from)) {
            if (VENDOR_FOLDER
                    .matcher(path.substring(from, end).toLowerCase(Locale.ROOT))
                    .matches()) {
                return true;
            }
            from = end + 1;
        }
        return false;
    }

    /** Whether a file with {@link TextMark#LONG_LINES} is minified. */
    public static boolean isMinifiable(String path) {
        return path.endsWith(".js") || path.endsWith(".mjs") || path.endsWith(".cjs") || path.endsWith(".css");
    }

    /** As clients know it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
