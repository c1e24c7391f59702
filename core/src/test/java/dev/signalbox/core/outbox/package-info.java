/** Tests of what the sources of all databases share. */
@NullMarked
package dev.signalbox.core.outbox;

import org.jspecify.annotations.NullMarked;
