/** Tests of the runtime, on real threads. */
@NullMarked
package dev.signalbox.core.relay;

import org.jspecify.annotations.NullMarked;
