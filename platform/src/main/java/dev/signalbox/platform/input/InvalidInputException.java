package dev.signalbox.platform.input;

import java.util.List;
import java.util.stream.Collectors;

/** Input that is well-formed JSON, but not valid. Lists everything that is wrong. */
public final class InvalidInputException extends Exception {
    private final transient List<FieldError> errors;

    public InvalidInputException(List<FieldError> errors) {
        super(errors.stream().map(it -> it.field() + ": " + it.message()).collect(Collectors.joining("; ")));
        this.errors = List.copyOf(errors);
    }

    public List<FieldError> errors() {
        return errors;
    }
}
