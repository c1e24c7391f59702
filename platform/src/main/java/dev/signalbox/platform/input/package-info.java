/** Limits and checks of everything that arrives, with all errors at once. */
@NullMarked
package dev.signalbox.platform.input;

import org.jspecify.annotations.NullMarked;
