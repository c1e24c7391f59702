package dev.signalbox.jdbc.fault;

import java.util.ArrayList;
import java.util.List;

/**
 * Something about a table that does not fit what Signalbox reads and writes.
 *
 * @param problem one sentence that names the column, what is there and what is needed, but not the table
 */
public record TableFault(String problem, Effect effect, Remedy remedy) {
    /** What follows from a fault. */
    public enum Effect {
        /** No message can be delivered, so the table is refused. */
        NOTHING_DELIVERED,
        /** Some write fails, perhaps only that of a failed message, so the relay starts and warns. */
        WRITE_FAILS,
        /** All writes succeed, and something is lost or not seen. */
        DETAIL_LOST
    }

    /**
     * What mends a fault. Signalbox never runs it.
     *
     * @param statements without closing semicolons; empty if no statement mends it
     * @param note what to know before running them, or why there are none; may be empty
     */
    public record Remedy(List<String> statements, String note) {
        public static final Remedy UNKNOWN = new Remedy(List.of(), "");

        public Remedy {
            statements = List.copyOf(statements);
        }

        public static Remedy by(String... statements) {
            return new Remedy(List.of(statements), "");
        }

        public static Remedy none(String why) {
            return new Remedy(List.of(), why);
        }
    }

    public boolean stopsDelivery() {
        return effect == Effect.NOTHING_DELIVERED;
    }

    public static TableFault stopping(String problem, Remedy remedy) {
        return new TableFault(problem, Effect.NOTHING_DELIVERED, remedy);
    }

    public static TableFault failing(String problem, Remedy remedy) {
        return new TableFault(problem, Effect.WRITE_FAILS, remedy);
    }

    /** The problems of the faults with which nothing is delivered. */
    public static List<String> problems(List<TableFault> faults) {
        return faults.stream()
                .filter(TableFault::stopsDelivery)
                .map(TableFault::problem)
                .toList();
    }

    /** The problems of the faults with which a write fails, although messages are delivered. */
    public static List<String> warnings(List<TableFault> faults) {
        return faults.stream()
                .filter(fault -> fault.effect() == Effect.WRITE_FAILS)
                .map(TableFault::problem)
                .toList();
    }

    /** Enumerates names in a sentence. */
    static String enumerate(List<String> names) {
        if (names.size() < 2) {
            return String.join("", names);
        }
        List<String> all = new ArrayList<>(names);
        String last = all.removeLast();
        return String.join(", ", all) + " and " + last;
    }
}
