/** Where messages go, as a seam that each kind of destination implements. */
@NullMarked
package dev.signalbox.core.sink;

import org.jspecify.annotations.NullMarked;
