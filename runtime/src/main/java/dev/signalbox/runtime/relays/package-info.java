/** The relays of this node: builds them from the configuration, starts and stops them, and serves their operators. */
@NullMarked
package dev.signalbox.runtime.relays;

import org.jspecify.annotations.NullMarked;
