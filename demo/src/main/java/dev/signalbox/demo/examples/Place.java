package dev.signalbox.demo.examples;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.Ending;
import dev.signalbox.demo.News;

/** Until when somebody works, and who hears of it if that is impossible. */
public record Place(Ending ending, News news, Clock clock) {}
