/** Tests of the HTTP sink, against real sockets. */
@NullMarked
package dev.signalbox.sink.http;

import org.jspecify.annotations.NullMarked;
