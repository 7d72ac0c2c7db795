package io.precinct.api.service;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.ComponentPropertyType;

/** The name under which configuration finds an {@link Archetype}. */
@ComponentPropertyType
@Capability(namespace = ArchetypeName.NAMESPACE, name = "${#value}")
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface ArchetypeName {
    /** The namespace of the capability; its attribute of the same name holds the archetype's name. */
    String NAMESPACE = "precinct.archetype";

    /** Prefix of the component property. */
    String PREFIX_ = "precinct.";

    /** The archetype's name. */
    String value();
}
