/** Faults between a program and its servers. */
@NullMarked
package dev.signalbox.testkit.fault;

import org.jspecify.annotations.NullMarked;
