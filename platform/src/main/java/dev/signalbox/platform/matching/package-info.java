/** Which subscriptions an event matches. */
@NullMarked
package dev.signalbox.platform.matching;

import org.jspecify.annotations.NullMarked;
