/** An in-memory database and sources with the semantics of the real ones, for simulation and fast tests. */
@NullMarked
package dev.signalbox.testkit.memory;

import org.jspecify.annotations.NullMarked;
