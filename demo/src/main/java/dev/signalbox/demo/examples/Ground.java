package dev.signalbox.demo.examples;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.News;
import dev.signalbox.demo.database.RunFolder;
import dev.signalbox.demo.database.ShopDatabase;

/** What an example lives on. */
public record Ground(ExampleJar jar, ShopDatabase database, RunFolder folder, News news, Clock clock) {}
