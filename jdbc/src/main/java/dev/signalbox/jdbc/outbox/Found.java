package dev.signalbox.jdbc.outbox;

/**
 * A row that waits, as it was when it was looked at.
 *
 * @param size what its payload takes in memory
 */
public record Found(String id, long size) {}
