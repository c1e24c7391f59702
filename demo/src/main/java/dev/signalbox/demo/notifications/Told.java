package dev.signalbox.demo.notifications;

/**
 * What those of one kind were told.
 *
 * @param audience who they are, such as RESTAURANT
 * @param due notifications that the events amount to, for each user and channel that wants them
 * @param made notifications that there are
 */
public record Told(String audience, long due, long made) {}
