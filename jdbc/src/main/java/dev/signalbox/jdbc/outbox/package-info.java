/** Outbox tables whose rows carry their state: claiming, settling and recovering on every database. */
@NullMarked
package dev.signalbox.jdbc.outbox;

import org.jspecify.annotations.NullMarked;
