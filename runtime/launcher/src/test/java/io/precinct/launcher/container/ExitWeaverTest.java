package io.precinct.launcher.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.Version;
import org.osgi.framework.hooks.weaving.WeavingException;
import org.osgi.framework.hooks.weaving.WovenClass;
import org.osgi.framework.wiring.BundleWiring;

class ExitWeaverTest {
    /**
     * Ways in which a plug-in might exit. If a test of a way fails, the JVM of the tests ends, which is a failure, too.
     */
    static final class Plugin {
        private Plugin() {}

        static void system(int code) {
            System.exit(code);
        }

        static void runtime(int code) {
            Runtime.getRuntime().exit(code);
        }

        static void halt(int code) {
            Object kind = code > 0 ? List.of(code) : new StringBuilder().append(code);
            for (int i = 0; i < kind.toString().length(); i++) {
                try {
                    Runtime.getRuntime().halt(code);
                } finally {
                    kind = code > i ? new Base(code) : new Derived(code);
                }
            }
        }

        static void reference(int code) {
            IntConsumer end = System::exit;
            end.accept(code);
        }

        static void bound(int code) {
            IntConsumer end = Runtime.getRuntime()::halt;
            end.accept(code);
        }

        static void lambda(int code) {
            Runnable end = () -> System.exit(code);
            end.run();
        }
    }

    /** An exit in an interface. */
    interface Ending {
        static void system(int code) {
            System.exit(code);
        }

        static void reference(int code) {
            IntConsumer end = System::exit;
            end.accept(code);
        }
    }

    public static class Base {
        final int code;

        public Base(int code) {
            this.code = code;
        }
    }

    public static final class Derived extends Base {
        public Derived(int code) {
            super(code);
        }
    }

    /** Loads the changed form of a class. */
    private static final class Woven extends ClassLoader {
        Woven() {
            super(ExitWeaverTest.class.getClassLoader());
        }

        Class<?> define(Class<?> type) throws IOException {
            byte[] bytes = ExitWeaver.refused(bytes(type), "a.plugin 1.0.0", getParent())
                    .orElseThrow();
            return defineClass(type.getName(), bytes, 0, bytes.length);
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in =
                type.getClassLoader().getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"system", "runtime", "halt", "reference", "bound", "lambda"})
    void aCallThatEndsTheProcessThrowsInstead(String method) throws Exception {
        var call = new Woven().define(Plugin.class).getDeclaredMethod(method, int.class);
        call.setAccessible(true);

        assertThatThrownBy(() -> call.invoke(null, 3))
                .hasRootCauseInstanceOf(SecurityException.class)
                .rootCause()
                .hasMessageContaining("a.plugin 1.0.0")
                .hasMessageContaining("System.exit")
                .hasMessageContaining("does not end the service");
    }

    @ParameterizedTest
    @ValueSource(strings = {"system", "reference"})
    void inAnInterfaceToo(String method) throws Exception {
        var call = new Woven().define(Ending.class).getDeclaredMethod(method, int.class);
        call.setAccessible(true);

        assertThatThrownBy(() -> call.invoke(null, 3)).hasRootCauseInstanceOf(SecurityException.class);
    }

    @Test
    void aClassThatCannotBeReadIsRefusedAlone() {
        var wiring = answering(
                BundleWiring.class,
                Map.of(
                        "getClassLoader",
                        ExitWeaverTest.class.getClassLoader(),
                        "getBundle",
                        answering(
                                Bundle.class,
                                Map.of(
                                        "getLocation",
                                        ExitWeaver.DEPLOYED + "a.jar",
                                        "getSymbolicName",
                                        "a.plugin",
                                        "getVersion",
                                        Version.valueOf("1.0.0")))));
        for (byte[] bytes : new byte[][] {{}, {1, 2, 3}, {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0}}) {
            var woven = answering(
                    WovenClass.class, Map.of("getBundleWiring", wiring, "getBytes", bytes, "getClassName", "x.Broken"));
            // after any other exception the framework no longer calls the hook
            assertThatThrownBy(() -> new ExitWeaver().weave(woven))
                    .isInstanceOf(WeavingException.class)
                    .hasMessageContaining("a.plugin 1.0.0")
                    .hasMessageContaining("x.Broken");
        }
    }

    /** A proxy that returns fixed values by method name. */
    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> answers.get(method.getName())));
    }

    @ParameterizedTest
    @ValueSource(classes = {Base.class, Derived.class, List.class})
    void aClassThatDoesNotStaysAsItIs(Class<?> type) throws Exception {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        try (InputStream in = loader.getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            assertThat(ExitWeaver.refused(in.readAllBytes(), "a.plugin 1.0.0", loader))
                    .isEmpty();
        }
    }
}
