/** The event platform. */
@NullMarked
package dev.signalbox.platform;

import org.jspecify.annotations.NullMarked;
