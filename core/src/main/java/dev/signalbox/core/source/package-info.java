/** Where messages come from, as seams that each database implements. */
@NullMarked
package dev.signalbox.core.source;

import org.jspecify.annotations.NullMarked;
