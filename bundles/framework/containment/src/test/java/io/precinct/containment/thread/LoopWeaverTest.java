package io.precinct.containment.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopWeaverTest {
    private static final int PATIENCE = 1000;

    private static int turns;

    /** The guard of these tests. */
    public static final class Patience {
        private Patience() {}

        public static void turn() {
            if (++turns > PATIENCE) {
                throw new IllegalStateException("no more patience");
            }
        }

        public static Matcher matcher(Pattern pattern, CharSequence text) {
            throw new IllegalStateException("no more patience with " + pattern + " and " + text.length());
        }

        public static boolean matches(String text, String regex) {
            throw new IllegalStateException("no more patience with " + regex + " and " + text.length());
        }

        public static String replaceAll(String text, String regex, String replacement) {
            throw new IllegalStateException("no more patience with " + regex + " and " + text.length());
        }

        public static String replaceFirst(String text, String regex, String replacement) {
            throw new IllegalStateException("no more patience with " + regex + " and " + text.length());
        }
    }

    /** Loops that never end, each in a different form. */
    @SuppressWarnings({"InfiniteLoopStatement", "EmptyCatch"})
    static final class Endless {
        private Endless() {}

        static void whileTrue(int start) {
            int n = start;
            while (true) {
                n++;
            }
        }

        static void doWhile(int start) {
            int n = start;
            do {
                n = Math.abs(n + 1);
            } while (n >= 0 || n < 0);
        }

        static void forEver(int start) {
            for (int i = start; ; i++) {
                if (i % 2 == 0) {
                    continue;
                }
                i += 2;
            }
        }

        static void forEach(int start) {
            Iterable<Integer> endless = () -> Stream.iterate(start, n -> n + 1).iterator();
            for (int n : endless) {
                Object kind = n > 0 ? List.of(n) : new StringBuilder().append(n);
                assertThat(kind).isNotNull();
            }
        }

        static void labelled(int start) {
            outer:
            while (true) {
                for (int i = start; i < 3; i++) {
                    if (i == 1) {
                        continue outer;
                    }
                }
            }
        }

        static void switching(int start) {
            int state = start;
            while (true) {
                switch (state) {
                    case 0:
                        state = 5;
                        continue;
                    case 5:
                        state = 0;
                        continue;
                    default:
                        state = 5;
                }
            }
        }

        static void catchingAll(int start) {
            int n = start;
            while (true) {
                try {
                    n = Integer.parseInt(String.valueOf(n));
                } catch (Throwable e) {
                    n = 1;
                }
            }
        }

        static void catchingWithin(int start) {
            while (true) {
                try {
                    int n = start;
                    while (true) {
                        n++;
                    }
                } catch (Throwable e) {
                    // and again
                }
            }
        }

        static void lambda(int start) {
            Runnable endless = () -> {
                long n = start;
                while (true) {
                    n++;
                }
            };
            endless.run();
        }
    }

    /** Regular expressions that backtrack practically for ever. */
    static final class Backtracking {
        private static final String ENDLESS = "(a|a)*\\1b";

        private Backtracking() {}

        static boolean matcher(int length) {
            return Pattern.compile(ENDLESS).matcher(text(length)).find();
        }

        static boolean matches(int length) {
            return text(length).matches(ENDLESS);
        }

        static String replaceAll(int length) {
            return text(length).replaceAll(ENDLESS, "");
        }

        static String replaceFirst(int length) {
            return text(length).replaceFirst(ENDLESS, "");
        }

        private static String text(int length) {
            return "a".repeat(length) + "c";
        }
    }

    /** Loops in methods of an interface. */
    interface Interface {
        static void whileTrue(int start) {
            long n = start;
            while (true) {
                n++;
            }
        }
    }

    /** A loop that ends. */
    static final class Finite {
        private Finite() {}

        static int sum(int most) {
            int sum = 0;
            for (int i = 1; i <= most; i++) {
                for (Iterator<Integer> rest = List.of(i, -1).iterator(); rest.hasNext(); ) {
                    sum += odd(i) ? rest.next() : rest.next();
                }
            }
            return sum;
        }

        /** A method that is not changed. */
        private static boolean odd(int n) {
            return n % 2 != 0;
        }
    }

    /** No loop at all. */
    static final class Straight {
        private Straight() {}

        static int twice(int n) {
            return n > 0 ? n + n : -n;
        }
    }

    /** Loads the woven form of a class, with guards that delegate to {@link Patience}. */
    private static final class Woven extends ClassLoader {
        Woven() {
            super(LoopWeaverTest.class.getClassLoader());
            for (ClassDesc guard : List.of(LoopWeaver.LOOP_GUARD, LoopWeaver.REGEX_GUARD)) {
                byte[] bytes = ClassFile.of().build(guard, type -> {
                    type.withFlags(ClassFile.ACC_PUBLIC);
                    for (Method method : Patience.class.getDeclaredMethods()) {
                        handOn(type, method);
                    }
                });
                defineClass(guard.packageName() + "." + guard.displayName(), bytes, 0, bytes.length);
            }
        }

        private static void handOn(ClassBuilder type, Method method) {
            MethodTypeDesc signature = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                    .describeConstable()
                    .orElseThrow();
            type.withMethodBody(method.getName(), signature, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code -> {
                for (int i = 0; i < signature.parameterCount(); i++) {
                    code.aload(i);
                }
                code.invokestatic(ClassDesc.of(Patience.class.getName()), method.getName(), signature)
                        .return_(TypeKind.from(signature.returnType()));
            });
        }

        Class<?> define(String name, byte[] original) {
            byte[] bytes = LoopWeaver.turning(original).orElseThrow();
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in =
                type.getClassLoader().getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    private static Object called(Class<?> type, String method, int argument) throws Throwable {
        var call = type.getDeclaredMethod(method, int.class);
        call.setAccessible(true);
        try {
            return call.invoke(null, argument);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @BeforeEach
    void beginAnew() {
        turns = 0;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "whileTrue",
                "doWhile",
                "forEver",
                "forEach",
                "labelled",
                "switching",
                "catchingAll",
                "catchingWithin",
                "lambda"
            })
    void everyLoopHasAPlaceToEndAt(String method) throws IOException {
        Class<?> woven = new Woven().define(Endless.class.getName(), bytes(Endless.class));

        assertThatThrownBy(() -> called(woven, method, 0)).hasMessage("no more patience");
    }

    @ParameterizedTest
    @ValueSource(strings = {"matcher", "matches", "replaceAll", "replaceFirst"})
    void soHaveRegularExpressions(String method) throws IOException {
        Class<?> woven = new Woven().define(Backtracking.class.getName(), bytes(Backtracking.class));

        assertThatThrownBy(() -> called(woven, method, 60)).hasMessage("no more patience with (a|a)*\\1b and 61");
    }

    @Test
    void soHaveLoopsOfInterfaces() throws IOException {
        Class<?> woven = new Woven().define(Interface.class.getName(), bytes(Interface.class));

        assertThatThrownBy(() -> called(woven, "whileTrue", 0)).hasMessage("no more patience");
    }

    @Test
    void soHaveJumpsBackOfASwitch() {
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of("test.Jumps"),
                        type -> type.withMethodBody(
                                "jump",
                                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int),
                                ClassFile.ACC_STATIC,
                                code -> {
                                    var top = code.newBoundLabel();
                                    code.iload(0).tableswitch(1, 1, top, List.of());
                                }));
        Class<?> woven = new Woven().define("test.Jumps", bytes);

        assertThatThrownBy(() -> called(woven, "jump", 0)).hasMessage("no more patience");
    }

    @Test
    void aLoopThatEndsDoesWhatItDid() throws Throwable {
        Class<?> woven = new Woven().define(Finite.class.getName(), bytes(Finite.class));

        assertThat(called(woven, "sum", 20)).isEqualTo(Finite.sum(20));
        assertThat(turns).isEqualTo(20 + 2 * 20);
    }

    @Test
    void aClassWithoutLoopsStaysAsItIs() throws IOException {
        assertThat(LoopWeaver.turning(bytes(Straight.class))).isEmpty();
    }

    /** Weaves the classes of the OSGi framework, which come from many authors and compilers. */
    @Test
    void theClassesOfALibraryStayValid() throws Exception {
        Path jar = Path.of(org.apache.felix.framework.FrameworkFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        int woven = 0;
        try (var content = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(content.entries())) {
                if (entry.getName().matches("org/.*[.]class")) {
                    byte[] original = content.getInputStream(entry).readAllBytes();
                    byte[] changed = LoopWeaver.turning(original).orElse(original);
                    woven += changed == original ? 0 : 1;
                    assertThat(ClassFile.of().verify(changed))
                            .as(entry.getName())
                            .hasSameSizeAs(ClassFile.of().verify(original));
                }
            }
        }
        assertThat(woven).isGreaterThan(50);
    }
}
