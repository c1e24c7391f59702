/** Tests of relays through the administration API. */
@NullMarked
package dev.signalbox.server.operation;

import org.jspecify.annotations.NullMarked;
