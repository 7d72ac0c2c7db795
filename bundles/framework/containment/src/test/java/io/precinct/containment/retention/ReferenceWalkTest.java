package io.precinct.containment.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReferenceWalkTest {
    /** A class that {@link Loader} does not find, like the class of an optional import that is not met. */
    static final class Missing {}

    static final class Holder {
        @Nullable
        Missing missing;
    }

    static final class Departed {}

    private static final class Loader extends ClassLoader {
        Loader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals(Missing.class.getName())) {
                throw new ClassNotFoundException(name);
            }
            try (InputStream in =
                    ReferenceWalkTest.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static Object instance(Class<?> type) throws Exception {
        var constructor = new Loader().loadClass(type.getName()).getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    @Test
    void anObjectWhoseClassLacksATypeIsPassedBy() throws Exception {
        Object broken = instance(Holder.class);
        Object departed = instance(Departed.class);
        var walk = new ReferenceWalk(Set.of(departed.getClass().getClassLoader()), System.nanoTime() + 60_000_000_000L);

        assertThat(walk.from(new Object[] {broken, departed}, 1000))
                .hasValueSatisfying(found -> assertThat(found.type()).isEqualTo(Departed.class.getName()));
        assertThat(walk.from(List.of(broken).toArray(), 1000)).isEmpty();
    }
}
