package io.precinct.api.service;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A plug-in of a kind that a domain defines, such as a grammar of live source: the domain's API extends this interface,
 * and a component that implements it is staged, admitted, replaced and shown like a boundary, without the framework
 * knowing its purpose.
 *
 * <p>If several extensions of one kind and name are deployed, the newest admitted one counts. A domain takes what it
 * needs from an extension when it is admitted and must not call it afterwards, so that its bundle may go at any time.
 */
@ConsumerType
public interface Extension {
    /** Its kind, in the domain's word, such as {@code grammar}; constant. */
    String kind();

    /** Its name among those of its kind: letters, digits, {@code _}, {@code -} and {@code .}; constant. */
    String name();
}
