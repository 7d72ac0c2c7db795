package io.precinct.core.api.plugin;

import io.precinct.api.service.Extension;
import java.util.List;

/**
 * The domain that extensions of one kind are made for. It is asked before such an extension is admitted, so that one
 * that cannot work is refused while its predecessor stays in use. A service. Thread-safe.
 */
public interface ExtensionHost {
    /** The kind it judges, see {@link Extension#kind}. */
    String kind();

    /** Why {@code staged} cannot be admitted, each reason a sentence; empty if it can. May take a second. */
    List<String> problems(Extension staged);
}
