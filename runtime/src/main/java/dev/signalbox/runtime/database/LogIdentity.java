package dev.signalbox.runtime.database;

/**
 * Identifies a log on all nodes, even if they spell its tables differently.
 *
 * @param table the table of the events
 * @param name the name of the log; two logs may read the same events, each with its own cursors
 */
public record LogIdentity(String table, String name) {}
