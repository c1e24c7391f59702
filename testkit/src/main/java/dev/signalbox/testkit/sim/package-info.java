/** Simulates a whole cluster in virtual time from a seed. */
@NullMarked
package dev.signalbox.testkit.sim;

import org.jspecify.annotations.NullMarked;
