package dev.signalbox.jdbc.lease;

/** Whether there are tables of our own to work with. */
public sealed interface SideSchemaState {
    /** All of them are there, with all of their columns, and may be written. */
    record Available() implements SideSchemaState {}

    /** They can't be created or not be used, for a reason that only an administrator can change. */
    record Unavailable(String reason) implements SideSchemaState {}
}
