/** The relays of this node: built from the configuration, watched, started and stopped. */
@NullMarked
package dev.signalbox.runtime.relays;

import org.jspecify.annotations.NullMarked;
