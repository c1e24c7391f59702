package dev.signalbox.example.web;

import java.util.List;
import java.util.stream.Collectors;

/** Something that was sent is not as it must be. */
public final class FaultsException extends RuntimeException {
    private final transient List<Fault> faults;

    FaultsException(String message, List<Fault> faults) {
        super(message);
        this.faults = List.copyOf(faults);
    }

    /** All that is wrong, each with its name. */
    public static FaultsException of(List<Fault> faults) {
        return new FaultsException(
                faults.stream()
                        .map(fault -> "'" + fault.field() + "' " + fault.detail())
                        .collect(Collectors.joining("; ")),
                faults);
    }

    /** Each member or parameter that is wrong; none if it is the whole. */
    public List<Fault> faults() {
        return faults;
    }
}
