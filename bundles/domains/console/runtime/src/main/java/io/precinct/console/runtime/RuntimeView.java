package io.precinct.console.runtime;

import io.precinct.api.service.Extension;
import io.precinct.console.api.ConsoleView;
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
}
