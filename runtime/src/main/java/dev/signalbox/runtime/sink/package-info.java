/** The interface between the program and its types of sinks: what each type provides. */
@NullMarked
package dev.signalbox.runtime.sink;

import org.jspecify.annotations.NullMarked;
