/** Exactly once: a note of what was delivered goes into the same transaction, and is read before anything else is sent. */
@NullMarked
package dev.signalbox.core.once;

import org.jspecify.annotations.NullMarked;
