/** Inspects the tables of relays and logs without starting anything, and adds what they lack. */
@NullMarked
package dev.signalbox.runtime.schema;

import org.jspecify.annotations.NullMarked;
