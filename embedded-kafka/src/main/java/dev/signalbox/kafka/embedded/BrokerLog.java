package dev.signalbox.kafka.embedded;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Writes warnings and errors, a line each, to standard error, which is the log file. */
final class BrokerLog extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    BrokerLog(String name) {
        this.name = name;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String message,
            Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        String text = MessageFormatter.basicArrayFormat(message, arguments);
        synchronized (System.err) {
            System.err.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + level + " " + name + ": " + text);
            if (failure != null) {
                failure.printStackTrace();
            }
        }
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return false;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }
}
