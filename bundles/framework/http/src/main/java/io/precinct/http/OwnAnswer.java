package io.precinct.http;

import org.eclipse.jetty.http.HttpFields;

/** An answer that a listener gives by itself, without the dispatcher. */
public interface OwnAnswer {
    /** Its status. */
    int status();

    /** Sets its headers in {@code fields}, for a client that sent the headers {@code request}; returns its body. */
    byte[] prepare(HttpFields request, HttpFields.Mutable fields);
}
