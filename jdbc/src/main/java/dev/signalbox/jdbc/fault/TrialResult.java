package dev.signalbox.jdbc.fault;

import java.util.List;

/**
 * What a trial of writes has shown.
 *
 * @param detail what was tried, or why nothing was
 */
public record TrialResult(List<TableFault> faults, String detail) {
    private static final String FIRE_TRIGGERS = "'signalbox schema check --fire-triggers' tries them too";

    public TrialResult {
        faults = List.copyOf(faults);
    }

    public static TrialResult notTried(String reason) {
        return new TrialResult(List.of(), "not tried, because " + reason);
    }

    /** All writes to a row of the table were accepted, and rolled back. */
    public static TrialResult ofRow() {
        return new TrialResult(
                List.of(), "a row of the table took every state, triggers included, and was rolled back");
    }

    /**
     * All writes to a copy were accepted.
     *
     * @param triggers those that would fire for the table, and do not for a copy
     */
    public static TrialResult ofCopy(List<String> triggers) {
        String copy = "a copy of the table took every state, and was rolled back";
        return new TrialResult(
                List.of(),
                triggers.isEmpty()
                        ? copy
                        : copy + "; triggers that fire at each write were not tried (" + String.join(", ", triggers)
                                + "): " + FIRE_TRIGGERS);
    }

    /** The fault that the database has refused a write. */
    public static TableFault refused(RowWrite write, String reason) {
        return TableFault.failing(
                "a write for %s was refused, and needed is a table that takes it: %s"
                        .formatted(write.message(), reason.strip()),
                TableFault.Remedy.none("the reason is the database's own; it names what refuses the write"));
    }

    /** The fault that a row does not have the state that was written. */
    public static TableFault changed(RowWrite write) {
        return TableFault.failing(
                "what is written for %s is changed by the database, so that its state is not found again; needed is a table that keeps it"
                        .formatted(write.message()),
                TableFault.Remedy.none("a trigger or rule of the table, or the type of a column, changes it"));
    }
}
