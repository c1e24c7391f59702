/** Programs that the demo starts, and that end with it. */
@NullMarked
package dev.signalbox.demo.process;

import org.jspecify.annotations.NullMarked;
