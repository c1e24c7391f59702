package dev.signalbox.jdbc.outbox;

import java.util.List;

/**
 * The result of reading groups.
 *
 * @param prefixes the prefixes of claimable groups, in turn
 * @param unread the groups that did not have to be read
 */
public record GroupPrefixes(List<GroupPrefix> prefixes, List<String> unread) {}
