package dev.signalbox.runtime.relays;

/**
 * Identifies a log on all nodes, even if they spell its tables differently.
 *
 * @param table the table of the events
 * @param name the name of the log; two logs may read the same events, each with its own cursors
 */
record LogIdentity(String table, String name) {}
