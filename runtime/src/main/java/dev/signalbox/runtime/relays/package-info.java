/** The relays of this node: builds them from the configuration, monitors, starts and stops them. */
@NullMarked
package dev.signalbox.runtime.relays;

import org.jspecify.annotations.NullMarked;
