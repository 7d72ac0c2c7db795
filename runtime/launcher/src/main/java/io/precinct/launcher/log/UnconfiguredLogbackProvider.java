package io.precinct.launcher.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The provider that gives slf4j an unconfigured Logback. Logback's own provider first searches for configuration files,
 * which takes a quarter of the time that logging needs to start and finds none: {@link Logging} sets everything up.
 */
public final class UnconfiguredLogbackProvider implements SLF4JServiceProvider {
    private final LoggerContext context = new LoggerContext();
    private final LogbackMDCAdapter mdc = new LogbackMDCAdapter();
    private final IMarkerFactory markers = new BasicMarkerFactory();

    /** Makes slf4j use this provider, unless slf4j was used in this process before. */
    static void install() {
        System.setProperty("slf4j.provider", UnconfiguredLogbackProvider.class.getName());
        System.setProperty("slf4j.internal.verbosity", "WARN");
    }

    @Override
    public void initialize() {
        context.setName("precinct");
        context.setMDCAdapter(mdc);
        context.start();
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return context;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return mdc;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }
}
