package dev.signalbox.jdbc.admin;

import dev.signalbox.jdbc.SqlTemplate;

/**
 * A statement that reads a page of messages, with its conditional parts for the filters.
 *
 * @param type the part that compares the type
 * @param changedBefore the part that compares the time of the last change
 * @param reason the part that searches the reason of a failure
 */
public record PageTemplate<P extends Enum<P>>(SqlTemplate<P> sql, P type, P changedBefore, P reason) {}
