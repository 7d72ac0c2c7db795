package io.precinct.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.precinct.testing.Eventually;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.LogService;
import org.osgi.service.log.LoggerFactory;
import org.slf4j.event.KeyValuePair;

class LogServiceTest {
    private static Framework framework;
    private static BundleContext context;

    private final Logger root = (Logger) org.slf4j.LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeAll
    static void startTheFramework(@TempDir Path cache) throws Exception {
        framework = new FrameworkFactory()
                .newFramework(Map.of(
                        "org.osgi.framework.storage",
                        cache.resolve("cache").toString(),
                        "felix.log.level",
                        "0",
                        "org.osgi.framework.system.packages.extra",
                        "org.slf4j;version=2.0.20,org.slf4j.event;version=2.0.20,org.slf4j.helpers;version=2.0.20,"
                                + "org.slf4j.spi;version=2.0.20,org.osgi.service.log;version=1.5.0,"
                                + "org.osgi.service.component;version=1.5.1,"
                                + "org.osgi.service.component.runtime;version=1.5.0,"
                                + "org.osgi.service.component.runtime.dto;version=1.5.0,"
                                + "org.osgi.util.promise;version=1.3.0,org.osgi.util.function;version=1.2.0"));
        framework.start();
        context = framework.getBundleContext();
        context.installBundle("reference:" + Path.of("target/classes").toUri()).start();
        Path scr = Path.of(Class.forName("org.apache.felix.scr.info.ScrInfo")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        context.installBundle("reference:" + scr.toUri()).start();
    }

    @AfterAll
    static void stopTheFramework() throws Exception {
        framework.stop();
        framework.waitForStop(10_000);
    }

    @BeforeEach
    void listen() {
        root.setLevel(Level.DEBUG);
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        root.detachAppender(log);
    }

    @Test
    void anEntryKeepsItsLoggerLevelArgumentsAndCause() {
        var failure = new IllegalStateException("no disk");
        service(LoggerFactory.class).getLogger("a.b").warn("kept {} of {}", 2, 3, failure);

        ILoggingEvent entry = entryOf("a.b");
        assertThat(entry.getLevel()).isEqualTo(Level.WARN);
        assertThat(entry.getFormattedMessage()).isEqualTo("kept 2 of 3");
        assertThat(entry.getThrowableProxy().getMessage()).isEqualTo("no disk");
        assertThat(pairs(entry)).containsEntry("bundle", "org.apache.felix.framework");
    }

    @Test
    void aFormatterLoggerWritesItsArgumentsAsPrintf() {
        service(LoggerFactory.class)
                .getLogger("a.printf", FormatterLogger.class)
                .info("%05d of %s", 42, "x");

        assertThat(entryOf("a.printf").getFormattedMessage()).isEqualTo("00042 of x");
    }

    @Test
    void otherKindsOfLoggerAreRefused() {
        interface Foreign extends org.osgi.service.log.Logger {}

        assertThatThrownBy(() -> service(LoggerFactory.class).getLogger("x", Foreign.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FormatterLogger");
    }

    @Test
    void levelsOfSlf4jDecideWhatIsLogged() {
        var quiet = (Logger) org.slf4j.LoggerFactory.getLogger("a.quiet");
        var logger = service(LoggerFactory.class).getLogger("a.quiet");

        quiet.setLevel(Level.ERROR);
        logger.warn("unheard");
        assertThat(logger.isWarnEnabled()).isFalse();
        quiet.setLevel(Level.WARN);
        logger.warn("heard");

        assertThat(log.list)
                .extracting(ILoggingEvent::getMessage)
                .contains("heard")
                .doesNotContain("unheard");
    }

    @Test
    void anAuditEntryCarriesItsMarker() {
        service(LoggerFactory.class).getLogger("a.audit").audit("swapped {}", "echo");

        ILoggingEvent entry = entryOf("a.audit");
        assertThat(entry.getLevel()).isEqualTo(Level.INFO);
        assertThat(entry.getMarkerList()).containsExactly(BundleLogger.AUDIT);
    }

    @Test
    @SuppressWarnings("deprecation")
    void theOldMethodsOfTheLogServiceStillLogAndNameTheService() {
        var reference = context.getServiceReference(LogService.class);
        service(LogService.class).log(reference, LogService.LOG_ERROR, "lost", new IOException("gone"));

        ILoggingEvent entry = entryOf("org.apache.felix.framework");
        assertThat(entry.getLevel()).isEqualTo(Level.ERROR);
        assertThat(entry.getThrowableProxy().getMessage()).isEqualTo("gone");
        assertThat(pairs(entry)).containsEntry("service", reference.getProperty("service.id"));
    }

    @Test
    void whatTheComponentRuntimeFindsWrongIsLoggedUnderTheBundleItIsAbout() throws Exception {
        Bundle broken = context.installBundle("broken", brokenComponent());
        broken.start();
        context.getService(context.getServiceReference("java.util.concurrent.Callable"));

        assertThat(log.list)
                .filteredOn(entry -> entry.getLevel() == Level.ERROR)
                .anySatisfy(entry -> {
                    assertThat(pairs(entry)).containsEntry("bundle", "broken.bundle");
                    assertThat(entry.getFormattedMessage() + entry.getThrowableProxy())
                            .contains("no.such.Component");
                });
        broken.uninstall();
    }

    @Test
    void whatTheFrameworkReportsIsLogged() throws Exception {
        Bundle broken = context.installBundle(
                "unresolvable", jar(Map.of("Bundle-SymbolicName", "unresolvable", "Import-Package", "no.such"), null));
        broken.adapt(BundleStartLevel.class).setStartLevel(2);
        broken.start();
        var raised = new CountDownLatch(1);
        framework.adapt(FrameworkStartLevel.class).setStartLevel(2, event -> raised.countDown());
        assertThat(raised.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(pairs(entryOf("osgi.framework")))
                .containsEntry("bundle", "unresolvable")
                .containsEntry("event", "error");
        broken.uninstall();
    }

    /** The framework calls its listeners on a thread of its own, so an entry may come a moment later. */
    private ILoggingEvent entryOf(String logger) {
        return Eventually.untilFound(
                () -> "an entry of " + logger + " among " + log.list,
                () -> log.list.stream()
                        .filter(entry -> entry.getLoggerName().equals(logger) && entry.getLevel() != Level.DEBUG)
                        .findFirst()
                        .orElse(null));
    }

    private static Map<String, Object> pairs(ILoggingEvent entry) {
        var pairs = new HashMap<String, Object>();
        for (KeyValuePair pair :
                entry.getKeyValuePairs() == null ? List.<KeyValuePair>of() : entry.getKeyValuePairs()) {
            pairs.put(pair.key, pair.value);
        }
        return pairs;
    }

    private static <T> T service(Class<T> type) {
        return context.getService(context.getServiceReference(type));
    }

    private static InputStream brokenComponent() throws IOException {
        return jar(Map.of("Bundle-SymbolicName", "broken.bundle", "Service-Component", "OSGI-INF/broken.xml"), """
                <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="broken.component">
                  <service><provide interface="java.util.concurrent.Callable"/></service>
                  <implementation class="no.such.Component"/>
                </scr:component>
                """);
    }

    private static InputStream jar(Map<String, String> headers, String component) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Bundle-ManifestVersion", "2");
        headers.forEach(manifest.getMainAttributes()::putValue);
        var bytes = new ByteArrayOutputStream();
        try (var jar = new JarOutputStream(bytes, manifest)) {
            if (component != null) {
                jar.putNextEntry(new ZipEntry("OSGI-INF/broken.xml"));
                jar.write(component.getBytes(StandardCharsets.UTF_8));
            }
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }
}
