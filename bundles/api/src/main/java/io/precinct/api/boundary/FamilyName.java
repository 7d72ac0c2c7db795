package io.precinct.api.boundary;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.ComponentPropertyType;

/** The name of a {@link BoundaryFamily}: the first part of the names of its members. */
@ComponentPropertyType
@Capability(namespace = FamilyName.NAMESPACE, name = "${#value}")
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface FamilyName {
    /** The namespace of the capability; its attribute of the same name holds the family's name. */
    String NAMESPACE = "precinct.family";

    /** Prefix of the component property. */
    String PREFIX_ = "precinct.";

    /** The family's name. */
    String value();
}
