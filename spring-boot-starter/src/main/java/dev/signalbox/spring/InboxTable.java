package dev.signalbox.spring;

/** The table of consumed messages according to the settings. */
record InboxTable(NamedTable table) {}
