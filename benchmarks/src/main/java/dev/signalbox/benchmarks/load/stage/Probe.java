package dev.signalbox.benchmarks.load.stage;

import dev.signalbox.benchmarks.report.Figure;
import java.io.IOException;
import java.util.Map;

/** How the programs and their tables are at the moment. */
@FunctionalInterface
public interface Probe {
    Map<Figure, Double> look() throws IOException;
}
