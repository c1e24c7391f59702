/** The packaged program, as its users start it, against real servers and the faults that they have. */
@NullMarked
package dev.signalbox.e2e;

import org.jspecify.annotations.NullMarked;
