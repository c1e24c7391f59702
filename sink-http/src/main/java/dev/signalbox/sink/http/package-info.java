/** Delivers batches to an HTTP API as JSON arrays. */
@NullMarked
package dev.signalbox.sink.http;

import org.jspecify.annotations.NullMarked;
