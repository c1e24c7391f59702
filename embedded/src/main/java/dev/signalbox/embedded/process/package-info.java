/** Finds, starts, awaits and stops child processes. */
@NullMarked
package dev.signalbox.embedded.process;

import org.jspecify.annotations.NullMarked;
