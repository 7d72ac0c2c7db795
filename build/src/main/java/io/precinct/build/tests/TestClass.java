package io.precinct.build.tests;

import io.precinct.build.SourceModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A compiled test class.
 *
 * @param name its name
 * @param module its module
 * @param asShipped whether the products that it starts run with the options of the distribution alone
 */
public record TestClass(String name, SourceModule module, boolean asShipped) {
    private static final String TAG = "Lorg/junit/jupiter/api/Tag;";

    /** The compiled classes of a module whose names end in {@code Test}, except abstract ones. */
    public static List<TestClass> of(SourceModule module) {
        Path folder = module.testClasses();
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith("Test.class"))
                    .filter(file -> file.getFileName().toString().indexOf('$') < 0)
                    .sorted()
                    .map(file -> read(module, file))
                    .flatMap(List::stream)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sources of test classes in a module without a compiled class. */
    public static List<Path> notCompiled(SourceModule module) {
        Path sources = module.path().resolve("src/test/java");
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.getFileName().toString().endsWith("Test.java"))
                    .filter(file -> !Files.exists(module.testClasses()
                            .resolve(sources.relativize(file).toString().replaceFirst("java$", "class"))))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<TestClass> read(SourceModule module, Path file) {
        try {
            ClassModel model = ClassFile.of().parse(file);
            if (model.flags().has(AccessFlag.ABSTRACT)) {
                return List.of();
            }
            String name = model.thisClass().asInternalName().replace('/', '.');
            boolean asShipped = model.findAttribute(Attributes.runtimeVisibleAnnotations())
                    .map(found -> found.annotations().stream().anyMatch(TestClass::isAsShipped))
                    .orElse(false);
            return List.of(new TestClass(name, module, asShipped));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isAsShipped(Annotation annotation) {
        return annotation.className().equalsString(TAG)
                && annotation.elements().stream()
                        .anyMatch(element -> element.value() instanceof AnnotationValue.OfString value
                                && value.stringValue().equals("as-shipped"));
    }

    /** Whether it runs bundles as packaged, so that its class path does not show what it uses. */
    public boolean isAssembled() {
        return module.dependencies().contains("precinct-itests-support")
                && (module.dependencies().contains("precinct-distribution")
                        || module.dependencies().contains("precinct-features"));
    }

    /** The name without its package. */
    public String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
