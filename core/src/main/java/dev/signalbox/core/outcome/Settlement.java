package dev.signalbox.core.outcome;

import dev.signalbox.core.message.Message;

/** A verdict to be recorded by the source, on condition that the message's claim still holds. */
public record Settlement(Message message, Verdict.Final verdict) {}
