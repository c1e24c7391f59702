/** Operating relays through the API that the program has for it. */
@NullMarked
package dev.signalbox.server.operation;

import org.jspecify.annotations.NullMarked;
