package dev.signalbox.example.web;

import java.util.List;
import java.util.stream.Collectors;

/** Something that was sent is not as it must be. */
public final class InvalidFieldsException extends RuntimeException {
    private final transient List<FieldFault> fieldFaults;

    InvalidFieldsException(String message, List<FieldFault> fieldFaults) {
        super(message);
        this.fieldFaults = List.copyOf(fieldFaults);
    }

    /** All that is wrong, each with its name. */
    public static InvalidFieldsException of(List<FieldFault> fieldFaults) {
        return new InvalidFieldsException(
                fieldFaults.stream()
                        .map(fieldFault -> "'" + fieldFault.field() + "' " + fieldFault.detail())
                        .collect(Collectors.joining("; ")),
                fieldFaults);
    }

    /** Each member or parameter that is wrong; none if it is the whole. */
    public List<FieldFault> faults() {
        return fieldFaults;
    }
}
