package dev.signalbox.example.web;

import java.util.List;
import java.util.stream.Collectors;

/** The request has invalid members or parameters. */
public final class InvalidFieldsException extends RuntimeException {
    private final transient List<FieldFault> faults;

    InvalidFieldsException(String message, List<FieldFault> faults) {
        super(message);
        this.faults = List.copyOf(faults);
    }

    /** Lists all problems, each with its name. */
    public static InvalidFieldsException of(List<FieldFault> faults) {
        return new InvalidFieldsException(
                faults.stream()
                        .map(fault -> "'" + fault.field() + "' " + fault.detail())
                        .collect(Collectors.joining("; ")),
                faults);
    }

    /** The invalid members or parameters; empty if the whole body is invalid. */
    public List<FieldFault> faults() {
        return faults;
    }
}
