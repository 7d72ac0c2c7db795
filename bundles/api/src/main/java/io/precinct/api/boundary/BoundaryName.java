package io.precinct.api.boundary;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.ComponentPropertyType;

/**
 * The name under which routes find a {@link Boundary}: letters, digits, {@code _}, {@code -} and {@code .}. It also
 * becomes a capability {@value #NAMESPACE} of the bundle, so that a configuration can be checked against bundles that
 * have not started.
 */
@ComponentPropertyType
@Capability(namespace = BoundaryName.NAMESPACE, name = "${#value}")
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface BoundaryName {
    /** The namespace of the capability; its attribute of the same name holds the boundary's name. */
    String NAMESPACE = "precinct.boundary";

    /** Prefix of the component property. */
    String PREFIX_ = "precinct.";

    /** The boundary's name. */
    String value();
}
