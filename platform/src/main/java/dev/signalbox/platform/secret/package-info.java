/** Secrets, and how they are stored. */
@NullMarked
package dev.signalbox.platform.secret;

import org.jspecify.annotations.NullMarked;
