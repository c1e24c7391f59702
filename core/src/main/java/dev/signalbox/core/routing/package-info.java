/** Which destinations a message goes to, and what follows when some of them have it and others do not. */
@NullMarked
package dev.signalbox.core.routing;

import org.jspecify.annotations.NullMarked;
