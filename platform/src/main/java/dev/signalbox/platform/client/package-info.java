/** Whose an entry is. */
@NullMarked
package dev.signalbox.platform.client;

import org.jspecify.annotations.NullMarked;
