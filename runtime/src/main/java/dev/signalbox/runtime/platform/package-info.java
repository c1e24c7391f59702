/** Runs the event platform of this node: its tables, what requests do with them, and what must be done again and again. */
@NullMarked
package dev.signalbox.runtime.platform;

import org.jspecify.annotations.NullMarked;
