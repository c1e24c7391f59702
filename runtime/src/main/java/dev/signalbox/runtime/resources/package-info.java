/** What all sources of a node share: destinations, metrics, permits and the clock. */
@NullMarked
package dev.signalbox.runtime.resources;

import org.jspecify.annotations.NullMarked;
