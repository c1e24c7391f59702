/** Tests of what the outboxes of all databases share. */
@NullMarked
package dev.signalbox.core.outbox;

import org.jspecify.annotations.NullMarked;
