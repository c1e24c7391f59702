package dev.signalbox.runtime.publisher;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** A logger that keeps its lines. */
final class RecordingLogger implements System.Logger {
    final List<String> lines = new ArrayList<>();
    private final Level lowest;

    RecordingLogger(Level lowest) {
        this.lowest = lowest;
    }

    @Override
    public String getName() {
        return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
        return level.getSeverity() >= lowest.getSeverity();
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String line, @Nullable Throwable thrown) {
        if (isLoggable(level)) {
            lines.add(level + " " + line);
        }
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String format, Object... params) {
        log(level, bundle, format, (Throwable) null);
    }
}
