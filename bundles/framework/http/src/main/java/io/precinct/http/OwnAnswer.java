package io.precinct.http;

import org.eclipse.jetty.http.HttpFields;

/** An answer that a listener gives by itself, without the dispatcher. */
public interface OwnAnswer {
    /** Its status. */
    int status();

    /**
     * Sets its headers and makes its body.
     *
     * @param rawPath of the request, as sent; empty if it could not be read
     * @param request headers of the request
     * @param fields takes the headers of the answer
     * @return the body
     */
    byte[] prepare(String rawPath, HttpFields request, HttpFields.Mutable fields);

    /** A refusal with a code for machines and a sentence for people, in the media type that the client prefers. */
    static OwnAnswer refusal(int status, String code, String error) {
        return DirectAnswer.of(status, code, error);
    }
}
