/** A database and adapters in memory, with the semantics of the real ones, for simulation and fast tests. */
@NullMarked
package dev.signalbox.testkit.memory;

import org.jspecify.annotations.NullMarked;
