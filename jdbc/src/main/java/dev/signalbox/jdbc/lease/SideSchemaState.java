package dev.signalbox.jdbc.lease;

/** Whether the side schema is usable. */
public sealed interface SideSchemaState {
    /** All tables exist with all their columns, and are writable. */
    record Available() implements SideSchemaState {}

    /** The tables cannot be created or used, and only an administrator can change that. */
    record Unavailable(String reason) implements SideSchemaState {}
}
