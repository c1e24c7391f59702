/** Events: what a client posts, and what is stored. */
@NullMarked
package dev.signalbox.platform.event;

import org.jspecify.annotations.NullMarked;
