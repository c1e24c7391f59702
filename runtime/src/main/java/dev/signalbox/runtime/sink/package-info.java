/** The seam between the program and its kinds of sinks: what each kind brings, whatever it speaks. */
@NullMarked
package dev.signalbox.runtime.sink;

import org.jspecify.annotations.NullMarked;
