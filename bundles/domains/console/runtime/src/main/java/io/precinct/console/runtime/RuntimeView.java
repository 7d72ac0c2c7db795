package io.precinct.console.runtime;

import io.precinct.api.service.Extension;
import io.precinct.console.api.ConsoleView;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.osgi.service.component.annotations.Component;

/** Routes and their chains with rate and latency, bundles and their deployment, the configuration and its errors. */
@Component(service = Extension.class)
public final class RuntimeView implements ConsoleView {
    @Override
    public String name() {
        return "runtime";
    }

    @Override
    public String title() {
        return "Runtime";
    }

    @Override
    public int order() {
        return 10;
    }

    @Override
    public byte[] module() {
        try (InputStream in = RuntimeView.class.getResourceAsStream("view.js")) {
            if (in == null) {
                throw new IllegalStateException("the bundle lacks view.js");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("view.js cannot be read", e);
        }
    }
}
