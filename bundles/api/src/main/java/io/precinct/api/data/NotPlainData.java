package io.precinct.api.data;

/** A value that is not plain data stood where plain data is required. The message names the place and the type. */
public final class NotPlainData extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    NotPlainData(String message) {
        super(message);
    }
}
