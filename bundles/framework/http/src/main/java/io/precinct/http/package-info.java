/**
 * The listener: HTTP/1.1 and HTTP/2 in clear text on one port, in front of a {@code Dispatcher}. It owns connections,
 * limits, the protection of browsers and the way an answer is sent; routes, negotiation and request errors belong to
 * the core.
 *
 * <p>{@code RequestHandler} admits a request, an {@code HttpExchange} carries it to the dispatcher, an
 * {@code AnswerWriter} sends the answer.
 */
@NullMarked
package io.precinct.http;

import org.jspecify.annotations.NullMarked;
