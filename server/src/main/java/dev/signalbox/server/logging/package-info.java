/** Log output: one line for each event. */
@NullMarked
package dev.signalbox.server.logging;

import org.jspecify.annotations.NullMarked;
