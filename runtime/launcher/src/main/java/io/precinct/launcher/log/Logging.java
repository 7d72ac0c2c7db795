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
 * The logs of the process. Set up in code, because reading a file of rules at every start costs more than all the
 * components of a small feature. Levels are changed at run time through the logger context.
 *
 * <p>A disk that is full or fails loses entries and nothing else: files are retried, requests never wait for them.
 */
public final class Logging implements AutoCloseable {
    /** One entry per request. */
    static final String ACCESS = "precinct.access";

    private final LoggerContext context;

    private Logging(LoggerContext context) {
        this.context = context;
    }

    /** Errors on stderr, nothing elsewhere. */
    public static Logging errorsToConsole() {
        LoggerContext context = emptyContext();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.ERROR);
        root.addAppender(console(context));
        return new Logging(context);
    }

    /**
     * Everything from INFO as JSON lines in {@code precinct.log}, requests in {@code access.log}, both rolled and
     * bounded; warnings, errors and what is marked as {@value ForPeople#PROGRESS} on stderr, too.
     *
     * @param folder created where it is missing
     * @throws Failure where the folder cannot be written
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
        // Warns of every malformed Host, which is a client's matter: it is answered, counted and in the access log.
        context.getLogger("org.eclipse.jetty.util.HostPort").setLevel(Level.ERROR);
        Logger access = context.getLogger(ACCESS);
        access.setAdditive(false);
        access.addAppender(
                batching(context, file(context, folder, "access", new AccessLines(), requests, Flush.WHEN_TOLD)));
        UnfinishedCompression.finish(folder);
        return new Logging(context);
    }

    private static LoggerContext emptyContext() {
        PlainProvider.install();
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
     * When files roll and go.
     *
     * @param size a file begins anew at this size, and every day
     * @param days files older than these are deleted
     * @param total the oldest are deleted where all are larger
     */
    record Bounds(String size, int days, String total) {}

    /** When what was written becomes visible in the file. */
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
        appender.setRollingPolicy(policy); // it triggers as well
        appender.start();
        return appender;
    }

    /**
     * The folder as a file name pattern. Logback cannot escape a percent sign; a date that consists of one, and is said
     * not to be the date that files roll by, comes out as one.
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

    /** Writes what is queued and closes the files. */
    @Override
    public void close() {
        context.stop();
    }
}
