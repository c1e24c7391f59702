/** The configuration of relays and their outbox tables. */
@NullMarked
package dev.signalbox.runtime.config.relay;

import org.jspecify.annotations.NullMarked;
