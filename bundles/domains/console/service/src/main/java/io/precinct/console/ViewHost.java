package io.precinct.console;

import io.precinct.api.service.Extension;
import io.precinct.console.api.ConsoleView;
import io.precinct.core.api.plugin.ExtensionHost;
import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.annotations.Component;

/** Refuses views that the console could not show. Thread-safe. */
@Component
public final class ViewHost implements ExtensionHost {
    private static final int LONGEST_TITLE = 40;
    private static final int LARGEST = 4 << 20;

    @Override
    public String kind() {
        return ConsoleView.KIND;
    }

    @Override
    public List<String> problems(Extension staged) {
        if (!(staged instanceof ConsoleView view)) {
            return List.of("the console view " + staged.name() + " does not implement " + ConsoleView.class.getName());
        }
        List<String> problems = new ArrayList<>();
        String title = view.title();
        if (title.isBlank() || title.length() > LONGEST_TITLE) {
            problems.add("the title of the console view " + view.name() + " has 1 to " + LONGEST_TITLE
                    + " characters, not " + title.length());
        }
        int size = view.module().length;
        if (size == 0 || size > LARGEST) {
            problems.add(
                    "the module of the console view " + view.name() + " has 1 to " + LARGEST + " bytes, not " + size);
        }
        return problems;
    }
}
