/** Runs relays, in the standalone program or inside an application. */
@NullMarked
package dev.signalbox.runtime;

import org.jspecify.annotations.NullMarked;
