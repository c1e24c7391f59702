package dev.signalbox.demo.examples;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.News;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.embedded.files.RunFolder;

/** What an example lives on. */
public record Ground(ExampleJar jar, ShopDatabase database, RunFolder folder, News news, Clock clock) {}
