/** The interface that each kind of source implements. */
@NullMarked
package dev.signalbox.core.source;

import org.jspecify.annotations.NullMarked;
