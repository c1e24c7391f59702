package dev.signalbox.example.web;

import java.util.List;
import java.util.stream.Collectors;

/** A request or a message has invalid members or parameters. */
public final class InvalidFieldsException extends RuntimeException {
    private final transient List<Fault> faults;

    /** A problem with a member of a JSON object or with a parameter, and what it must be. */
    public record Fault(String field, String detail) {}

    /** The whole of it is invalid. */
    public InvalidFieldsException(String message) {
        super(message);
        this.faults = List.of();
    }

    public InvalidFieldsException(List<Fault> faults) {
        super(faults.stream()
                .map(fault -> "'" + fault.field() + "' " + fault.detail())
                .collect(Collectors.joining("; ")));
        this.faults = List.copyOf(faults);
    }

    List<Fault> faults() {
        return faults;
    }
}
