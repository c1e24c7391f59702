/** The common part of the SQL adapters: running statements, and the layouts that map tables to messages. */
@NullMarked
package dev.signalbox.jdbc;

import org.jspecify.annotations.NullMarked;
