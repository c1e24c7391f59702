package dev.signalbox.core.log;

/** A failed event; if it is {@code stopped}, those behind it wait until an operator replays it. */
public record EventFailure(long position, int attempts, String reason, boolean stopped) {}
