package dev.signalbox.runtime.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the program does what it should, and which of its parts do not. */
public record Health(Status status, List<Check> checks) {
    public Health {
        checks = List.copyOf(checks);
    }

    /** Well or not. */
    public enum Status {
        UP,
        DOWN
    }

    /**
     * One part.
     *
     * @param detail what is wrong, or worth knowing; never a secret
     */
    public record Check(
            String name, Status status, @Nullable String detail) {}

    /** Well only if every part is. */
    public static Health of(List<Check> checks) {
        boolean up = checks.stream().allMatch(check -> check.status() == Status.UP);
        return new Health(up ? Status.UP : Status.DOWN, checks);
    }
}
