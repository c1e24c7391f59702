package dev.signalbox.platform.postgres.delivery;

/**
 * What a round of upkeep found.
 *
 * @param mayDeliver whether the relay should be woken, because there may be something new to deliver
 * @param idle whether no job waits, scheduled ones included, so that the next round may be later
 * @param more whether something is left that the next round can do at once
 */
public record UpkeepResult(boolean mayDeliver, boolean idle, boolean more) {}
