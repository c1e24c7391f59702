package dev.signalbox.core.log;

/**
 * What is known of an event that failed.
 *
 * @param attempts deliveries that the destination has refused or failed on so far
 * @param stopped whether it is not tried again, and those behind it wait, until an operator has it replayed
 */
public record EventFailure(long position, int attempts, String reason, boolean stopped) {}
