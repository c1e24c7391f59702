package dev.signalbox.spring;

import dev.signalbox.client.HeaderSource;

/** Gives the current trace as a header. Without it no class that needs Micrometer Tracing has to be named elsewhere. */
interface TraceSource extends HeaderSource {}
