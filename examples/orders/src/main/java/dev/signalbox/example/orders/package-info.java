/** Two programs: one takes orders, the other sums them up. */
@NullMarked
package dev.signalbox.example.orders;

import org.jspecify.annotations.NullMarked;
