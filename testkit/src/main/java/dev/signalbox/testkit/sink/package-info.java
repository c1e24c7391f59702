/** The contract that every sink keeps, and what a sink's module provides to be tested by it. */
@NullMarked
package dev.signalbox.testkit.sink;

import org.jspecify.annotations.NullMarked;
