package dev.signalbox.runtime.relays;

/**
 * What all nodes call a log, however each of them spells its tables.
 *
 * @param table of the events
 * @param name of the log: the same events may be followed twice, each time with a progress of its own
 */
record LogIdentity(String table, String name) {}
