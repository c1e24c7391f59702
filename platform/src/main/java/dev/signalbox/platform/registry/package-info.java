/** Event types, subscriptions, dispatch pools and service accounts. */
@NullMarked
package dev.signalbox.platform.registry;

import org.jspecify.annotations.NullMarked;
