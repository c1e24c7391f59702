package dev.signalbox.core.log;

/**
 * The failure of an event.
 *
 * @param attempts deliveries that the destination has refused or failed so far
 * @param stopped whether it is not retried, and those behind it wait, until an operator replays it
 */
public record EventFailure(long position, int attempts, String reason, boolean stopped) {}
