/** Publishers: what hands the events of a log on, the built-in ones, and the interface for a user's own. */
@NullMarked
package dev.signalbox.core.publisher;

import org.jspecify.annotations.NullMarked;
