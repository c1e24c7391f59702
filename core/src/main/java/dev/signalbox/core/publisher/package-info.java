/** Publishers of an event log: the interface for users' own, and the built-in ones. */
@NullMarked
package dev.signalbox.core.publisher;

import org.jspecify.annotations.NullMarked;
