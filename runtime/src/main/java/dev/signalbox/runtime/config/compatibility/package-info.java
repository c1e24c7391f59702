/** The properties of other outbox programs, read as the equivalent sources, sinks, relays and logs. */
@NullMarked
package dev.signalbox.runtime.config.compatibility;

import org.jspecify.annotations.NullMarked;
