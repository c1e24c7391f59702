/** The interface that each kind of destination implements. */
@NullMarked
package dev.signalbox.core.sink;

import org.jspecify.annotations.NullMarked;
