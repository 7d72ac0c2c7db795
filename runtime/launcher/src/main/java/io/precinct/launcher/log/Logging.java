package io.precinct.launcher.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.util.FileSize;
import io.precinct.launcher.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/**
 * Sets up the logs of the process. It does so in code, because parsing a configuration file at every start costs more
 * than all components of a small feature. Levels are changed at run time through the logger context.
 *
 * <p>If the disk is full or fails, only log entries are lost: writing is retried, and requests never wait for it.
 */
public final class Logging implements AutoCloseable {
    /** Name of the logger with one entry per request. */
    static final String ACCESS = "precinct.access";

    private final LoggerContext context;

    private Logging(LoggerContext context) {
        this.context = context;
    }

    /** Logs errors to stderr, and nothing to files. */
    public static Logging errorsToConsole() {
        LoggerContext context = emptyContext();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.ERROR);
        root.addAppender(console(context));
        return new Logging(context);
    }

    /**
     * Logs everything from INFO as JSON lines to {@code precinct.log}, requests to {@code access.log}, both rolled and
     * of bounded size; warnings, errors and entries with the marker {@value ConsoleFilter#PROGRESS} also to stderr.
     *
     * @param folder created if it is missing
     * @throws Failure if the folder cannot be written
     */
    public static Logging toFolder(Path folder) throws Failure {
        return toFolder(folder, new Bounds("10MB", 14, "100MB"), new Bounds("50MB", 7, "500MB"));
    }

    static Logging toFolder(Path folder, Bounds entries, Bounds requests) throws Failure {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw Failure.of("cannot write logs to " + folder, e);
        }
        LoggerContext context = emptyContext();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(console(context));
        root.addAppender(file(context, folder, "precinct", new JsonLines(), entries, Flush.EACH_ENTRY));
        // These loggers warn of malformed heads. Such a client error is answered, counted and in the access log anyway.
        context.getLogger("org.eclipse.jetty.util.HostPort").setLevel(Level.ERROR);
        context.getLogger("org.eclipse.jetty.http.HttpParser").setLevel(Level.ERROR);
        Logger access = context.getLogger(ACCESS);
        access.setAdditive(false);
        access.addAppender(
                batching(context, file(context, folder, "access", new AccessLines(), requests, Flush.WHEN_TOLD)));
        UnfinishedCompression.finish(folder);
        return new Logging(context);
    }

    private static LoggerContext emptyContext() {
        UnconfiguredLogbackProvider.install();
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        context.start();
        return context;
    }

    private static Appender<ILoggingEvent> console(LoggerContext context) {
        var appender = new ConsoleAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setName("stderr");
        appender.setTarget("System.err");
        appender.addFilter(new ConsoleFilter());
        appender.setEncoder(started(new ConsoleLines(), context));
        appender.start();
        return appender;
    }

    /**
     * When files are rolled and deleted.
     *
     * @param size a file is rolled at this size, and every day
     * @param days files older than this are deleted
     * @param total the oldest files are deleted while all together are larger
     */
    record Bounds(String size, int days, String total) {}

    /** When entries are flushed to the file. */
    private enum Flush {
        EACH_ENTRY,
        WHEN_TOLD
    }

    private static RollingFileAppender<ILoggingEvent> file(
            LoggerContext context,
            Path folder,
            String name,
            Encoder<ILoggingEvent> encoder,
            Bounds bounds,
            Flush flush) {
        var appender = new RollingFileAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setImmediateFlush(flush == Flush.EACH_ENTRY);
        appender.setName(name);
        appender.setFile(folder.resolve(name + ".log").toString());
        appender.setEncoder(started(encoder, context));
        var policy = new SizeAndTimeBasedRollingPolicy<ILoggingEvent>();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(literal(folder) + "/" + name + ".%d{yyyy-MM-dd}.%i.log.gz");
        policy.setMaxFileSize(FileSize.valueOf(bounds.size));
        policy.setMaxHistory(bounds.days);
        policy.setTotalSizeCap(FileSize.valueOf(bounds.total));
        policy.start();
        appender.setRollingPolicy(policy); // this policy is also its triggering policy
        appender.start();
        return appender;
    }

    /**
     * The folder as a literal part of a file name pattern. Logback cannot escape a percent sign; but an auxiliary date
     * whose format is a percent sign yields one.
     */
    private static String literal(Path folder) {
        return folder.toString().replace("%", "%d{%, aux}");
    }

    private static Appender<ILoggingEvent> batching(LoggerContext context, OutputStreamAppender<ILoggingEvent> file) {
        var appender = new BatchingAppender(file);
        appender.setContext(context);
        appender.setName(file.getName());
        appender.start();
        return appender;
    }

    private static Encoder<ILoggingEvent> started(Encoder<ILoggingEvent> encoder, LoggerContext context) {
        encoder.setContext(context);
        encoder.start();
        return encoder;
    }

    /** Writes queued entries and closes the files. */
    @Override
    public void close() {
        context.stop();
    }
}
