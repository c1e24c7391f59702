/** Sends messages to several clusters at once, each on a thread of its own. */
@NullMarked
package dev.signalbox.core.routing.sink;

import org.jspecify.annotations.NullMarked;
