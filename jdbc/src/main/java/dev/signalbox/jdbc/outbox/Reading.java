package dev.signalbox.jdbc.outbox;

import java.util.List;

/**
 * What came of reading some groups.
 *
 * @param runs those of groups that may be claimed from, in turn
 * @param unread the groups that there was no need to read
 */
public record Reading(List<Run> runs, List<String> unread) {}
