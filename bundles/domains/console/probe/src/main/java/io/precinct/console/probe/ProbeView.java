package io.precinct.console.probe;

import io.precinct.api.service.Extension;
import io.precinct.console.api.ConsoleView;
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
}
