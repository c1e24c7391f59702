@NullMarked
package dev.signalbox.testkit.sim;

import org.jspecify.annotations.NullMarked;
