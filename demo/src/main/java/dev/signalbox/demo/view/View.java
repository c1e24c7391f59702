package dev.signalbox.demo.view;

import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.ViewLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Shows the figures of a run. */
public interface View extends AutoCloseable {
    Duration interval();

    void show(Figures now);

    @Override
    void close();

    /** What does not change during a run: commands to look closer, and where its logs are. */
    record Header(List<ViewLine> hints, Path logs) {}

    /** All figures of one moment: the lines of each part of the demo, and the latest events, oldest first. */
    record Figures(Duration running, boolean draining, List<List<ViewLine>> parts, List<ActivityLog.Entry> activity) {
        String time() {
            return String.format(
                    Locale.ROOT, "%d:%02d:%02d", running.toHours(), running.toMinutesPart(), running.toSecondsPart());
        }
    }
}
