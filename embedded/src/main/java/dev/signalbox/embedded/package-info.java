/** Real servers as child processes on this machine, for tests, the demo and benchmarks; what all of them share. */
@NullMarked
package dev.signalbox.embedded;

import org.jspecify.annotations.NullMarked;
