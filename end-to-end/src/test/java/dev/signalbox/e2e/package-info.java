/** Tests the packaged program, started as users start it, against real servers and their faults. */
@NullMarked
package dev.signalbox.e2e;

import org.jspecify.annotations.NullMarked;
