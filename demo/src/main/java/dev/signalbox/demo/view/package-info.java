/** The live view of the demo in a terminal, and its plain form for files and pipes. */
@NullMarked
package dev.signalbox.demo.view;

import org.jspecify.annotations.NullMarked;
