package io.precinct.configuration.compare;

import io.precinct.api.service.Extension;
import io.precinct.tools.api.Tool;
import io.precinct.tools.api.ToolDescription;
import org.osgi.service.component.annotations.Component;

/** The part of the tool for live source that compares environments. */
@Component(service = Extension.class)
public final class CompareTool implements Tool {
    @Override
    public String name() {
        return "source.compare";
    }

    @Override
    public ToolDescription description() {
        return ToolDescription.named("source", "compare compares configuration between environments.")
                .reading()
                .operation("compare", "compare.environments")
                .build();
    }
}
