package io.precinct.build;

import aQute.bnd.osgi.Builder;
import aQute.bnd.osgi.Jar;
import aQute.bnd.osgi.Processor;
import aQute.bnd.osgi.Resource;
import aQute.bnd.version.MavenVersion;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Packs the jars of a module that makes several: one for each folder of the module that has a {@code bnd.bnd} and no
 * {@code pom.xml}. The name of the folder is the classifier of its jar. bnd gets the instructions of
 * {@code bundles/pom.xml}, the properties, version and licence of the root pom, and the module's classes. A jar that would
 * not change is left alone.
 *
 * <p>Maven runs this file from source as well, on any Java since 17 and with only bnd on the class path. Therefore it uses
 * no other class of this checkout.
 */
public final class NamedJars {
    private static final String BND = "<bnd><![CDATA[";

    /** As {@code project.build.outputTimestamp} of the root pom. */
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final Path module;
    private final String name;
    private final Properties shared = new Properties();

    /**
     * The jars of a module.
     *
     * @param root the folder of the checkout
     * @param module the folder of the module
     * @param artifact its artifact id
     */
    public NamedJars(Path root, Path module, String artifact) throws IOException {
        Element pom = pom(root.resolve("pom.xml"));
        String version = child(pom, "version").getTextContent().trim();
        this.module = module;
        this.name = artifact + "-" + version;
        String bundles = Files.readString(root.resolve("bundles/pom.xml"));
        int from = bundles.indexOf(BND) + BND.length();
        shared.load(new StringReader(bundles.substring(from, bundles.indexOf("]]>", from))));
        for (Element property : children(child(pom, "properties"))) {
            shared.putIfAbsent(property.getTagName(), property.getTextContent().trim());
        }
        shared.put(
                "Bundle-Version",
                MavenVersion.parseMavenString(version).getOSGiVersion().toString());
        shared.put(
                "Bundle-License",
                child(child(child(pom, "licenses"), "license"), "name")
                        .getTextContent()
                        .trim());
    }

    /**
     * Packs the jars of a module.
     *
     * @param arguments the folder of the checkout, that of the module, its artifact id, and its class path
     */
    public static void main(String[] arguments) throws Exception {
        var jars = new NamedJars(Path.of(arguments[0]), Path.of(arguments[1]), arguments[2]);
        List<Path> classPath = Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(arguments[3])
                .map(Path::of)
                .toList();
        List<String> faults = jars.pack(classPath);
        faults.forEach(System.err::println);
        System.exit(faults.isEmpty() ? 0 : 1);
    }

    /** The folders of a module that are packed, by the classifiers of their jars. */
    public static Map<String, Path> folders(Path module) {
        Map<String, Path> folders = new TreeMap<>();
        File[] files = module.toFile().listFiles();
        for (File each : files == null ? new File[0] : files) {
            Path folder = each.toPath();
            if (Files.exists(folder.resolve("bnd.bnd")) && !Files.exists(folder.resolve("pom.xml"))) {
                folders.put(each.getName(), folder);
            }
        }
        return folders;
    }

    /** The file of the jar with a classifier. */
    public Path file(String classifier) {
        return module.resolve("target").resolve(name + "-" + classifier + ".jar");
    }

    /**
     * Packs every jar, deletes those whose folder is gone, and writes {@code target/jars.xml}, by which Ant attaches them
     * to Maven's project.
     *
     * @param classPath where bnd finds the module's classes, and the jars that it takes something from
     * @return what is wrong, a line each; a jar with a fault stays as it was
     */
    public List<String> pack(List<Path> classPath) throws IOException {
        Map<String, Path> folders = folders(module);
        Path target = Files.createDirectories(module.resolve("target"));
        List<String> faults = new ArrayList<>();
        for (Map.Entry<String, Path> folder : folders.entrySet()) {
            faults.addAll(pack(folder.getKey(), folder.getValue(), classPath));
        }
        List<Path> jars = folders.keySet().stream().map(this::file).toList();
        try (Stream<Path> files = Files.list(target)) {
            for (Path old : files.toList()) {
                String file = old.getFileName().toString();
                if (file.startsWith(name + "-")
                        && file.endsWith(".jar")
                        && !file.endsWith("-tests.jar")
                        && !jars.contains(old)) {
                    Files.delete(old);
                }
            }
        }
        if (faults.isEmpty()) {
            List<String> lines = new ArrayList<>(List.of("<project default=\"attach\">", "  <target name=\"attach\">"));
            folders.keySet()
                    .forEach(classifier -> lines.add("    <attachartifact type=\"jar\" classifier=\"" + classifier
                            + "\" file=\"" + file(classifier) + "\" />"));
            lines.addAll(List.of("  </target>", "</project>"));
            Files.write(target.resolve("jars.xml"), lines);
        }
        return faults;
    }

    private List<String> pack(String classifier, Path folder, List<Path> classPath) throws IOException {
        var properties = new Properties();
        properties.putAll(shared);
        properties.put("classifier", classifier);
        try (Builder builder = new Builder(new Processor(properties, false))) {
            builder.setProperties(folder.resolve("bnd.bnd").toFile());
            for (Path entry : classPath) {
                if (Files.exists(entry)) {
                    builder.addClasspath(entry.toFile());
                }
            }
            Jar jar = builder.build();
            if (builder.isOk()) {
                write(jar, file(classifier));
            }
            return Stream.concat(builder.getErrors().stream(), builder.getWarnings().stream())
                    .map(fault -> folder.resolve("bnd.bnd") + ": " + fault)
                    .toList();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(folder + ": bnd failed: " + e, e);
        }
    }

    private static void write(Jar jar, Path file) throws Exception {
        Map<String, byte[]> entries = new TreeMap<>();
        for (Map.Entry<String, Resource> resource : jar.getResources().entrySet()) {
            if (!resource.getKey().equals(JarFile.MANIFEST_NAME)) {
                var content = new ByteArrayOutputStream();
                resource.getValue().write(content);
                entries.put(resource.getKey(), content.toByteArray());
            }
        }
        var manifest = new ByteArrayOutputStream();
        jar.writeManifest(manifest);
        if (isSame(file, manifest.toByteArray(), entries)) {
            return;
        }
        Path written = file.resolveSibling(file.getFileName() + ".new");
        try (OutputStream out = Files.newOutputStream(written);
                var zip = new ZipOutputStream(out)) {
            put(zip, JarFile.MANIFEST_NAME, manifest.toByteArray());
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                put(zip, entry.getKey(), entry.getValue());
            }
        }
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static boolean isSame(Path file, byte[] manifest, Map<String, byte[]> entries) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        try (var zip = new ZipFile(file.toFile())) {
            return zip.size() == entries.size() + 1
                    && isSame(zip, JarFile.MANIFEST_NAME, manifest)
                    && entries.entrySet().stream().allMatch(each -> isSame(zip, each.getKey(), each.getValue()));
        }
    }

    private static boolean isSame(ZipFile zip, String name, byte[] content) {
        ZipEntry entry = zip.getEntry(name);
        var checksum = new CRC32();
        checksum.update(content);
        return entry != null && entry.getSize() == content.length && entry.getCrc() == checksum.getValue();
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        var entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    private static Element pom(Path file) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static Element child(Element parent, String name) {
        return children(parent).stream()
                .filter(element -> element.getTagName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the root pom has no " + name));
    }

    private static List<Element> children(Element parent) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element) {
                found.add((Element) node);
            }
        }
        return found;
    }
}
