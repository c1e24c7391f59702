package dev.signalbox.jdbc.outbox;

import java.util.List;

/**
 * What came of reading some groups.
 *
 * @param prefixes those of groups that may be claimed from, in turn
 * @param unread the groups that there was no need to read
 */
public record GroupPrefixes(List<GroupPrefix> prefixes, List<String> unread) {}
