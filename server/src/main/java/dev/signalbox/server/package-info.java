/** The standalone program. */
@NullMarked
package dev.signalbox.server;

import org.jspecify.annotations.NullMarked;
