package io.precinct.containment.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.deploy.Diagnosis;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the diagnosis names each way of leaking. */
class HoldersTest {
    @TempDir
    Path folder;

    @BeforeEach
    void aPoolOfSomebodyElse() {
        System.getProperties()
                .put(
                        "precinct.test.pool",
                        Executors.newSingleThreadExecutor(Thread.ofPlatform()
                                .daemon()
                                .name("foreign-pool")
                                .factory()));
    }

    @AfterEach
    void takeBack() throws Exception {
        System.getProperties().remove("precinct.test.leak");
        ((ExecutorService) System.getProperties().remove("precinct.test.pool")).shutdownNow();
        var server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : server.queryNames(new ObjectName("test:*"), null)) {
            server.unregisterMBean(name);
        }
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("leaked-"))
                .forEach(Thread::interrupt);
    }

    /** A plug-in with a health check that leaks as it is activated. */
    private Path leaking(String body, int generation) {
        return TestPlugin.saying("a.leak", "1.0." + generation, "hello", "word " + generation)
                .source("Leak", """
                        import io.precinct.api.service.HealthCheck;
                        import java.util.*;
                        import java.util.concurrent.*;
                        import org.osgi.service.component.annotations.*;

                        @Component
                        public final class Leak implements HealthCheck {
                            public static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();
                            public interface NoteMBean { int getSize(); }
                            public static final class Note implements NoteMBean {
                                public int getSize() { return 1; }
                            }

                            @Activate
                            public Leak() throws Exception {
                                %s
                            }

                            public String subject() { return "leak"; }
                            public Verdict check() { return Verdict.up("fine"); }
                        }
                        """.formatted(body))
                .jar(folder.resolve("leak-" + generation + ".jar"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "for (int i = 0; i < 200; i++) { Thread t = new Thread(() -> { try { Thread.sleep(3_600_000); }"
                        + " catch (InterruptedException e) { } }, \"leaked-\" + i); t.setDaemon(true); t.start(); }"
                        + " | 200 threads such as 'leaked- | java.lang.Thread.sleep",
                "Thread.ofVirtual().name(\"quiet\").start(() -> { try { Thread.sleep(3_600_000); }"
                        + " catch (InterruptedException e) { } });"
                        + " | 1 thread, 'quiet' | Leak.lambda",
                "new Timer(\"ticks\", true).schedule(new TimerTask() { public void run() { } }, 3_600_000L, 1000L);"
                        + " | 1 thread, 'ticks' | a java.util.Timer with the task plugin.Leak$",
                "((ExecutorService) System.getProperties().get(\"precinct.test.pool\")).submit(() -> LOCAL.set(new Object[] {this})).get();"
                        + " | 1 thread, 'foreign-pool' | a ThreadLocal value of plugin.Leak",
                "Runtime.getRuntime().addShutdownHook(new Thread(() -> LOCAL.remove(), \"at the end\"));"
                        + " | the shutdown hook 'at the end' runs | Leak",
                "java.lang.management.ManagementFactory.getPlatformMBeanServer().registerMBean(new Note(),"
                        + " new javax.management.ObjectName(\"test:type=leak\"));"
                        + " | the MBean test:type=leak is registered | registered",
                "System.getProperties().put(\"precinct.test.leak\", this);"
                        + " | the system property precinct.test.leak is a value of plugin.Leak | Leak",
                "Thread.setDefaultUncaughtExceptionHandler((t, e) -> LOCAL.remove());"
                        + " | the default handler of uncaught exceptions | Leak",
            })
    void aLeakIsNamed(String body, String who, String how) throws Exception {
        var handler = Thread.getDefaultUncaughtExceptionHandler();
        try (var container = new TestContainer(folder.resolve("data"), TestPlugin.codeOf(LoaderHolders.class))) {
            assertThat(container.deploy(leaking(body, 1)).result()).isEqualTo(Result.DEPLOYED);
            assertThat(container.deploy(leaking("", 2)).result()).isEqualTo(Result.DEPLOYED);
            container.awaitTrue(
                    "the old generation to go",
                    () -> container.bundles("a.leak").size() == 1);
            var diagnosis = container.service(Diagnosis.class);
            System.gc();

            assertThat(diagnosis.lingering()).containsEntry("a.leak", 1);
            List<String> reasons = diagnosis.holders().get("a.leak");
            assertThat(reasons).anySatisfy(reason -> assertThat(reason).contains(who, how));
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
    }

    @Test
    void aStaticFieldOfAnotherBundleIsNamed() throws Exception {
        Path keeper = TestPlugin.saying("a.keeper", "1.0.0", "keeper", "kept")
                .source("Keeper", """
                        import io.precinct.api.service.HealthCheck;
                        import java.util.*;
                        import org.osgi.service.component.annotations.*;

                        @Component
                        public final class Keeper implements HealthCheck {
                            private static final List<Object> KEPT = new ArrayList<>();

                            @Activate
                            public Keeper() {
                                java.util.function.Consumer<Object> keep = KEPT::add;
                                System.getProperties().put("precinct.test.leak", keep);
                            }

                            public String subject() { return "keeper"; }
                            public Verdict check() { return Verdict.up("fine"); }
                        }
                        """)
                .jar(folder.resolve("keeper.jar"));
        String body = "((java.util.function.Consumer<Object>) System.getProperties().get(\"precinct.test.leak\"))"
                + ".accept(this); System.getProperties().remove(\"precinct.test.leak\");";
        try (var container = new TestContainer(folder.resolve("data"), TestPlugin.codeOf(LoaderHolders.class))) {
            assertThat(container.deploy(keeper).result()).isEqualTo(Result.DEPLOYED);
            assertThat(container.deploy(leaking(body, 1)).result()).isEqualTo(Result.DEPLOYED);
            assertThat(container.deploy(leaking("", 2)).result()).isEqualTo(Result.DEPLOYED);
            container.awaitTrue(
                    "the old generation to go",
                    () -> container.bundles("a.leak").size() == 1);

            assertThat(container.service(Diagnosis.class).holders().get("a.leak"))
                    .contains("the static field plugin.Keeper.KEPT of the bundle a.keeper holds plugin.Leak");
        }
    }

    @Test
    void whatNothingHoldsHasNoReason() throws Exception {
        try (var container = new TestContainer(folder.resolve("data"), TestPlugin.codeOf(LoaderHolders.class))) {
            assertThat(container.deploy(leaking("", 1)).result()).isEqualTo(Result.DEPLOYED);
            assertThat(container.deploy(leaking("", 2)).result()).isEqualTo(Result.DEPLOYED);
            container.awaitTrue(
                    "the old generation to go",
                    () -> container.bundles("a.leak").size() == 1);
            var diagnosis = container.service(Diagnosis.class);
            container.awaitTrue("its loader to be collected", () -> {
                System.gc();
                return diagnosis.lingering().isEmpty();
            });
            assertThat(diagnosis.holders()).isEmpty();
        }
    }

    /**
     * Acts like a plug-in whose activation never ends: meanwhile the container is delivering the event of its service.
     */
    @Test
    void aThreadThatTellsAllWhoListenedIsNamed() throws Exception {
        var listenerCalled = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        try (var container = new TestContainer(folder.resolve("data"), TestPlugin.codeOf(LoaderHolders.class))) {
            assertThat(container.deploy(leaking("", 1)).result()).isEqualTo(Result.DEPLOYED);
            container
                    .context()
                    .addServiceListener(
                            event -> {
                                listenerCalled.countDown();
                                try {
                                    release.await();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            },
                            "(objectClass=java.lang.Runnable)");
            Thread dispatcher = Thread.ofPlatform()
                    .name("telling")
                    .start(() -> container.context().registerService(Runnable.class, () -> {}, null));
            listenerCalled.await();
            assertThat(container.deploy(leaking("", 2)).result()).isEqualTo(Result.DEPLOYED);
            container.awaitTrue(
                    "the old generation to go",
                    () -> container.bundles("a.leak").size() == 1);
            System.gc();

            assertThat(container.service(Diagnosis.class).holders().get("a.leak"))
                    .singleElement()
                    .asString()
                    .contains("'telling': is held up in the midst of telling all who listen");
            release.countDown();
            dispatcher.join();
        } finally {
            release.countDown();
        }
    }
}
