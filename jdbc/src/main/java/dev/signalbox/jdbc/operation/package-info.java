/** What operators see and do, where the messages are in a table of a SQL database: what is the same whichever it is. */
@NullMarked
package dev.signalbox.jdbc.operation;

import org.jspecify.annotations.NullMarked;
