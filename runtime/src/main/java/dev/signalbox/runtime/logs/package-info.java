/** The event logs that this node follows: builds their feeds, inspects and maintains them, and serves their operators. */
@NullMarked
package dev.signalbox.runtime.logs;

import org.jspecify.annotations.NullMarked;
