package io.precinct.build.compile;

import aQute.bnd.osgi.Builder;
import aQute.bnd.osgi.Jar;
import aQute.bnd.osgi.Processor;
import aQute.bnd.osgi.Resource;
import io.precinct.build.SourceModule;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.jar.Manifest;

/**
 * Has bnd write the manifest and the component descriptions of a bundle, as its Maven plug-in does: with the module's
 * {@code bnd.bnd}, the instructions of {@code bundles/pom.xml}, and the headers derived from the pom, which are taken
 * from the manifest that Maven left.
 */
final class BundleJar {
    /** Headers that the Maven plug-in derives from the pom. */
    private static final List<String> OF_THE_POM = List.of(
            "Bundle-Name",
            "Bundle-Description",
            "Bundle-License",
            "Bundle-Version",
            "Bundle-SCM",
            "Bundle-Vendor",
            "Bundle-DocURL",
            "Bundle-Developers");

    private final SourceModule module;
    private final Path root;

    /** A bundle that Maven has built before, of the checkout in a folder. */
    BundleJar(SourceModule module, Path root) {
        this.module = module;
        this.root = root;
    }

    /** Writes manifest, component descriptions and copies of common code into the folder of classes. */
    void write(List<Path> classPath) throws IOException, CompilationException {
        Path file = module.classes().resolve("META-INF/MANIFEST.MF");
        Manifest before = read(file);
        try (Builder builder = new Builder(new Processor())) {
            builder.setBase(module.path().toFile());
            var properties = new Properties();
            properties.load(new StringReader(PomText.bundleInstructions(root)));
            properties.load(new StringReader(ownInstructions()));
            for (String header : OF_THE_POM) {
                String value = before.getMainAttributes().getValue(header);
                if (value != null) {
                    properties.putIfAbsent(header, value);
                }
            }
            builder.addProperties(properties);
            Files.delete(file);
            builder.setJar(new Jar(module.artifact(), module.classes().toFile()));
            for (Path entry : classPath) {
                if (!entry.equals(module.classes()) && Files.exists(entry)) {
                    builder.addClasspath(entry.toFile());
                }
            }
            Jar jar = builder.build();
            if (!builder.isOk()) {
                throw new CompilationException(module + ": bnd: " + String.join("\n", builder.getErrors()));
            }
            for (Map.Entry<String, Resource> resource : jar.getResources().entrySet()) {
                Path target = module.classes().resolve(resource.getKey());
                if (!Files.exists(target) || resource.getKey().startsWith("OSGI-INF/")) {
                    Files.createDirectories(target.getParent());
                    try (OutputStream out = Files.newOutputStream(target)) {
                        resource.getValue().write(out);
                    } catch (IOException e) {
                        throw e;
                    } catch (Exception e) {
                        throw new IOException(module + ": " + resource.getKey(), e);
                    }
                }
            }
            Files.createDirectories(file.getParent());
            try (OutputStream out = Files.newOutputStream(file)) {
                jar.writeManifest(out);
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(module + ": " + file, e);
            }
        } catch (IOException | CompilationException e) {
            restore(file, before);
            throw e;
        } catch (Exception e) {
            restore(file, before);
            throw new IOException(module + ": bnd failed: " + e, e);
        }
    }

    /**
     * The instructions of its {@code bnd.bnd}; the folder is written out, because bnd reads them here as a text without
     * a file.
     */
    private String ownInstructions() {
        return PomText.interpolated(root, module.path().resolve("bnd.bnd"))
                .replace("${.}", module.path().toString());
    }

    private static void restore(Path file, Manifest manifest) throws IOException {
        if (!Files.exists(file)) {
            try (OutputStream out = Files.newOutputStream(file)) {
                manifest.write(out);
            }
        }
    }

    private static Manifest read(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return new Manifest(in);
        }
    }
}
