package org.example.lending;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The webhook of the box into which tools are returned while nobody is there. It is no user: it proves itself by a
 * signature of the body, {@code {"tool": …, "version": …}}. Thread-safe.
 */
final class ReturnBox {
    private static final String HEADER = "x-lending-signature";

    private final Lending lending;
    private final LendingFigures figures;

    ReturnBox(Lending lending, LendingFigures figures) {
        this.lending = lending;
        this.figures = figures;
    }

    /** Takes back what the box says lies in it; nothing of the body counts before the signature does. */
    Outcome deliver(Input input) {
        byte[] body = body(input);
        String secret = lending.settings().boxSecret();
        String signature = input.headers().get(HEADER) instanceof String given ? given : "";
        if (secret == null || !Signature.holds(secret, body, signature)) {
            figures.refused();
            throw Refusal.of(403, "bad_signature", LendingDocuments.SIGNATURE + " is not the signature of this body");
        }
        Form delivery = Form.of(members(body));
        String id = LendingDocuments.DELIVERED.in(delivery);
        Long version = LendingDocuments.DELIVERED_VERSION.in(delivery);
        if (delivery.value("version") == null) {
            delivery.fault("version", "required", "version is required", null);
        }
        delivery.check();
        Tool tool = lending.database().write(transaction -> lending.takeFromBox(transaction, id, version));
        return Reply.ok(tool.toData());
    }

    /** Plain data has no bytes: a body that is neither parsed nor text has one character for each of them. */
    private static byte[] body(Input input) {
        return input.params().get("body") instanceof String body
                ? body.getBytes(StandardCharsets.ISO_8859_1)
                : new byte[0];
    }

    @SuppressWarnings("unchecked") // the keys of plain data are text
    private static Map<String, Object> members(byte[] body) {
        try {
            if (Json.read(body) instanceof Map<?, ?> members) {
                return (Map<String, Object>) members;
            }
        } catch (MalformedJson e) {
            throw Refusal.of(400, "bad_json", "the body is not JSON: " + e.getMessage());
        }
        throw Refusal.invalid("", "type", "the body is a JSON object", "object");
    }
}
