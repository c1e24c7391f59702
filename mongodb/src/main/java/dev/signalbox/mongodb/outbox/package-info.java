/** The outbox collection: claiming, settling, recovering, sweeping. */
@NullMarked
package dev.signalbox.mongodb.outbox;

import org.jspecify.annotations.NullMarked;
