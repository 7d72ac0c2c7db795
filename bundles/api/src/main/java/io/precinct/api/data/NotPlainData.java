package io.precinct.api.data;

/** A value is not plain data, although plain data is required. The message names the place and the type. */
public final class NotPlainData extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    NotPlainData(String message) {
        super(message);
    }
}
