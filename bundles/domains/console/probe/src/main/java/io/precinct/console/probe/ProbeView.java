package io.precinct.console.probe;

import io.precinct.api.service.Extension;
import io.precinct.console.api.ConsoleView;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.osgi.service.component.annotations.Component;

/** Sends requests with verification and trace, and checks their seal. */
@Component(service = Extension.class)
public final class ProbeView implements ConsoleView {
    @Override
    public String name() {
        return "probe";
    }

    @Override
    public String title() {
        return "Probe";
    }

    @Override
    public int order() {
        return 20;
    }

    @Override
    public byte[] module() {
        try (InputStream in = ProbeView.class.getResourceAsStream("view.js")) {
            if (in == null) {
                throw new IllegalStateException("the bundle lacks view.js");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("view.js cannot be read", e);
        }
    }
}
