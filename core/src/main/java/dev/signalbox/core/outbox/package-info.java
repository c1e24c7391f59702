/** What the outboxes of all databases share, independent of the database. */
@NullMarked
package dev.signalbox.core.outbox;

import org.jspecify.annotations.NullMarked;
