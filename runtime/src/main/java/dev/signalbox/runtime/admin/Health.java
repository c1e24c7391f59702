package dev.signalbox.runtime.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the program works as it should, with one check for each part. */
public record Health(Status status, List<Check> checks) {
    public Health {
        checks = List.copyOf(checks);
    }

    /** Up or down. */
    public enum Status {
        UP,
        DOWN
    }

    /**
     * The health of one part.
     *
     * @param detail what is wrong, or useful to know; never a secret
     */
    public record Check(
            String name, Status status, @Nullable String detail) {}

    /** The same for clients that may not see what is wrong, only that something is. */
    public Health withoutDetails() {
        return new Health(
                status,
                checks.stream()
                        .map(check -> new Check(check.name(), check.status(), null))
                        .toList());
    }

    /** Up only if every check is. */
    public static Health of(List<Check> checks) {
        boolean up = checks.stream().allMatch(check -> check.status() == Status.UP);
        return new Health(up ? Status.UP : Status.DOWN, checks);
    }
}
