import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Turns the pins of every {@code <feature>.bndrun} into what the launcher reads: {@code <feature>.bundles} (one file name
 * a line, in start order), {@code <feature>.last} (those that start behind the bundles of every feature), {@code bundles/}
 * (the jars themselves) and {@code system.packages}.
 *
 * <p>Arguments: the folder of the features, the folder of candidate jars, the output folder.
 */
class FeatureLists {
    private static final Pattern LIST_SEPARATOR = Pattern.compile(",(?=(?:[^']*'[^']*')*[^']*$)");

    public static void main(String[] args) throws IOException {
        var features = Path.of(args[0]);
        var candidates = jarsByName(Path.of(args[1]));
        var output = Path.of(args[2]);
        var bundles = Files.createDirectories(output.resolve("bundles"));

        Set<String> kept = new HashSet<>();
        for (Path run : files(features, ".bndrun")) {
            List<Path> jars = jars(run, inStartOrder(run), candidates);
            for (Path jar : jars) {
                if (kept.add(name(jar))) {
                    Files.copy(jar, bundles.resolve(name(jar)), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            String feature = run.getFileName().toString().replace(".bndrun", "");
            write(output.resolve(feature + ".bundles"), jars);
            write(output.resolve(feature + ".last"), jars(run, list(run, "-startlast"), candidates));
        }
        for (var candidate : candidates.entrySet()) {
            if (candidate.getKey().startsWith("io.precinct.") && !kept.contains(name(candidate.getValue()))) {
                throw new IOException(
                        candidate.getKey() + " is a dependency of features/pom.xml and in no feature: name it"
                                + " in -runrequires of a .bndrun and run ./precinct resolve");
            }
        }
        for (Path old : files(bundles, ".jar")) {
            if (!kept.contains(old.getFileName().toString())) {
                Files.delete(old);
            }
        }
        List<String> packages = new ArrayList<>();
        for (String item : list(features.resolve("container.bndinc"), "-runsystempackages")) {
            packages.add(item.replaceAll("version=([^\"]+)$", "version=\"$1\""));
        }
        Files.write(output.resolve("system.packages"), packages);
    }

    private static List<Path> jars(Path run, List<String> bundles, Map<String, Path> candidates) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String bundle : bundles) {
            Path jar = candidates.get(bundle);
            if (jar == null) {
                throw new IOException(run + " pins " + bundle + ", which is no dependency of features/pom.xml");
            }
            jars.add(jar);
        }
        return jars;
    }

    private static String name(Path jar) {
        return jar.getFileName().toString();
    }

    private static void write(Path file, List<Path> jars) throws IOException {
        Files.write(file, jars.stream().map(FeatureLists::name).toList());
    }

    /** The pins, which bnd keeps sorted by name, with those of {@code -startlast} behind the others. */
    private static List<String> inStartOrder(Path run) throws IOException {
        List<String> bundles = new ArrayList<>();
        for (String pin : list(run, "-runbundles")) {
            bundles.add(pin.substring(0, pin.indexOf(';')));
        }
        for (String last : list(run, "-startlast")) {
            if (!bundles.remove(last)) {
                throw new IOException(run + " starts " + last + " last, which it does not pin");
            }
            bundles.add(last);
        }
        return bundles;
    }

    private static Map<String, Path> jarsByName(Path folder) throws IOException {
        Map<String, Path> jars = new HashMap<>();
        for (Path path : files(folder, ".jar")) {
            try (var jar = new JarFile(path.toFile())) {
                var manifest = jar.getManifest();
                String name =
                        manifest == null ? null : manifest.getMainAttributes().getValue("Bundle-SymbolicName");
                if (name == null) {
                    continue;
                }
                Path other = jars.put(name.split(";")[0].strip(), path);
                if (other != null) {
                    throw new IOException(name + " is in " + other + " and in " + path);
                }
            }
        }
        return jars;
    }

    /** The items of a comma-separated bnd instruction; bnd files read as properties. */
    private static List<String> list(Path file, String instruction) throws IOException {
        var properties = new Properties();
        properties.load(new StringReader(Files.readString(file)));
        List<String> items = new ArrayList<>();
        for (String item : LIST_SEPARATOR.split(properties.getProperty(instruction, ""))) {
            if (!item.isBlank()) {
                items.add(item.strip());
            }
        }
        return items;
    }

    private static List<Path> files(Path folder, String suffix) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
