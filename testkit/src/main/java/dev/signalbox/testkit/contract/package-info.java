/** One suite for each seam, which every adapter passes. */
@NullMarked
package dev.signalbox.testkit.contract;

import org.jspecify.annotations.NullMarked;
