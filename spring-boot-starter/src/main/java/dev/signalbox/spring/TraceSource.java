package dev.signalbox.spring;

import dev.signalbox.client.HeaderSource;

/** Supplies the current trace as a header. A type of its own, so that no other class refers to Micrometer Tracing. */
interface TraceSource extends HeaderSource {}
