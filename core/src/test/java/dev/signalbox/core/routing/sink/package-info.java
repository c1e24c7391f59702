/** Tests of sending to several clusters, on real threads. */
@NullMarked
package dev.signalbox.core.routing.sink;

import org.jspecify.annotations.NullMarked;
