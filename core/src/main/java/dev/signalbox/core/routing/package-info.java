/** Decides which clusters a message goes to, and what follows when only some of them have it. */
@NullMarked
package dev.signalbox.core.routing;

import org.jspecify.annotations.NullMarked;
