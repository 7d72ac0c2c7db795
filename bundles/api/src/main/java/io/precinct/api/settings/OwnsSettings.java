package io.precinct.api.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Capability;

/**
 * Announces which keys of a settings file a component takes. It becomes a capability {@value #NAMESPACE} of the bundle, so
 * that the keys are known wherever the bundle is installed, even before it has started.
 *
 * @since 1.4
 */
@Capability(
        namespace = OwnsSettings.NAMESPACE,
        attribute = {"file=${#file}", "keys:List<String>=\"${#keys}\""})
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface OwnsSettings {
    /** The namespace of the capability, whose attributes {@code file} and {@code keys} name what is owned. */
    String NAMESPACE = "precinct.settings";

    /** The file's name in the configuration folder. */
    String file();

    /** Keys at the top of the file. */
    String[] keys();
}
