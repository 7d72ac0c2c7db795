package io.precinct.configuration.queries;

import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** The part of the tool for live source that queries configuration files. */
@Component(service = Extension.class)
public final class ConfigurationTool implements Tool {
    @Override
    public String name() {
        return "source.configuration";
    }

    @Override
    public ToolDescription description() {
        return ToolDescription.named("source", "config queries configuration files by JMESPath.")
                .reading()
                .operation("config", "configuration.read")
                .build();
    }
}
