/** Outbox tables whose rows carry their state: what claiming, settling and recovering have in common on every database. */
@NullMarked
package dev.signalbox.jdbc.outbox;

import org.jspecify.annotations.NullMarked;
