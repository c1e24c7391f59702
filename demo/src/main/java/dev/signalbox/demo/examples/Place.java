package dev.signalbox.demo.examples;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.News;
import dev.signalbox.embedded.process.StopSignal;

/** Until when somebody works, and who hears of it if that is impossible. */
public record Place(StopSignal ending, News news, Clock clock) {}
