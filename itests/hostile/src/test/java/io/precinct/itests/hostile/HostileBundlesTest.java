package io.precinct.itests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Member;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a container can load the jars, and that each jar contains only its own way to misbehave. */
class HostileBundlesTest {
    static Stream<HostileBundle> all() {
        return Stream.concat(HostileBundles.all().stream(), HostileBundles.lethal().stream());
    }

    @Test
    void thereAreEnoughOfThemAndNoTwoAlike() {
        assertThat(HostileBundles.all()).hasSizeGreaterThanOrEqualTo(30);
        assertThat(all().map(HostileBundle::bundle)).doesNotHaveDuplicates();
        assertThat(all().map(HostileBundle::way)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("all")
    void itsJarHoldsItsWayAndNothingOfTheOthers(HostileBundle bundle) throws Exception {
        var classes = new HashMap<String, byte[]>();
        Manifest manifest = read(bundle.jar("1.2.3"), classes);

        assertThat(manifest.getMainAttributes().getValue("Bundle-SymbolicName")).isEqualTo(bundle.bundle());
        assertThat(manifest.getMainAttributes().getValue("Bundle-Version")).isEqualTo("1.2.3");
        String description = manifest.getMainAttributes().getValue("Service-Component");
        assertThat(new String(classes.remove(description), StandardCharsets.UTF_8))
                .contains("<implementation class=\"" + bundle.way().getName() + "\"/>")
                .contains("<provide interface=")
                .contains(bundle.takes() == null ? "\"precinct.family.name\"" : "\"precinct.boundary.name\"");
        assertThat(classes.keySet())
                .containsExactlyInAnyOrderElementsOf(bundle.files())
                .allMatch(file -> file.contains(bundle.way().getSimpleName()) || file.endsWith("/HostileFamily.class"));

        Class<?> alone = new Alone(classes).loadClass(bundle.way().getName());
        Object made = alone.getConstructor().newInstance();
        assertThat(alone).isNotSameAs(bundle.way());
        if (made instanceof BoundaryFamily family) {
            Member member = family.members().getFirst();
            assertThat(Objects.requireNonNull(member.route()).path()).isEqualTo(bundle.path());
            assertThat(member.name()).isEqualTo("answer");
        } else {
            assertThat(bundle.takes()).isNotNull();
        }
    }

    private static Manifest read(byte[] jar, Map<String, byte[]> into) throws IOException {
        try (var in = new JarInputStream(new ByteArrayInputStream(jar))) {
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                into.put(entry.getName(), in.readAllBytes());
            }
            return in.getManifest();
        }
    }

    /** Loads only classes of one jar, of the contracts and of the platform. */
    private static final class Alone extends ClassLoader {
        private final Map<String, byte[]> classes;

        Alone(Map<String, byte[]> classes) {
            super(null);
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = classes.get(name.replace('.', '/') + ".class");
            if (file != null) {
                return defineClass(name, file, 0, file.length);
            }
            if (name.startsWith("io.precinct.api.") || name.startsWith("io.precinct.core.api.")) {
                return Class.forName(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
