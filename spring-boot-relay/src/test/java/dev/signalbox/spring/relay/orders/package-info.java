/** An application that runs its relay itself. */
@NullMarked
package dev.signalbox.spring.relay.orders;

import org.jspecify.annotations.NullMarked;
