package dev.signalbox.spring;

/** The table of consumed messages, as the settings say. */
record InboxTable(NamedTable table) {}
