package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.report.ScenarioResult;
import java.util.List;

/** One row of the table of figures. */
interface PlatformScenario {
    /** Measures it, with nodes and databases of its own. */
    List<ScenarioResult> measure() throws Exception;
}
