package dev.signalbox.postgres.outbox;

/**
 * A row that waits, as it was when it was looked at.
 *
 * @param size what its payload takes in memory
 */
record Found(String id, long size) {}
