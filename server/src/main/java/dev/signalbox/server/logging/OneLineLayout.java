package dev.signalbox.server.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import dev.signalbox.runtime.settings.Masking;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** One line for each event. Control characters are escaped, so that no value can forge a line. */
public final class OneLineLayout extends LayoutBase<ILoggingEvent> {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
    private static final int MAX_CAUSES = 5;
    private static final int MAX_ERROR_LENGTH = 2000;

    private final boolean terminal;

    public OneLineLayout() {
        this(Terminal.isPresent());
    }

    OneLineLayout(boolean terminal) {
        this.terminal = terminal;
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        return terminal ? readable(event) : keyValue(event);
    }

    private static String readable(ILoggingEvent event) {
        String text = Masking.escaped(String.valueOf(event.getFormattedMessage()));
        String error = error(event.getThrowableProxy());
        return String.format("%s %-5s ", CLOCK.format(event.getInstant()), event.getLevel())
                + (error.isEmpty() ? text : text + " (" + error + ")")
                + "\n"
                + stack(event);
    }

    private static String keyValue(ILoggingEvent event) {
        StringBuilder line = new StringBuilder();
        line.append("time=").append(event.getInstant().atOffset(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS));
        line.append(" level=").append(event.getLevel());
        append(line, "logger", event.getLoggerName());
        append(line, "msg", String.valueOf(event.getFormattedMessage()));
        if (event.getKeyValuePairs() != null) {
            event.getKeyValuePairs().forEach(pair -> append(line, pair.key, String.valueOf(pair.value)));
        }
        appendUnlessEmpty(line, "error", error(event.getThrowableProxy()));
        appendUnlessEmpty(line, "stack", stack(event));
        return line.append('\n').toString();
    }

    private static void appendUnlessEmpty(StringBuilder line, String key, String value) {
        if (!value.isEmpty()) {
            append(line, key, value);
        }
    }

    private static void append(StringBuilder line, String key, String value) {
        String escaped = Masking.escaped(value.replace("\\", "\\\\")).replace("\"", "\\\"");
        line.append(' ').append(key).append("=\"").append(escaped).append('"');
    }

    private static String error(@Nullable IThrowableProxy first) {
        StringBuilder text = new StringBuilder();
        IThrowableProxy error = first;
        for (int i = 0; error != null && i < MAX_CAUSES; i++, error = error.getCause()) {
            String name = error.getClassName();
            text.append(i == 0 ? "" : "; caused by ")
                    .append(name.substring(name.lastIndexOf('.') + 1))
                    .append(error.getMessage() == null ? "" : ": " + error.getMessage());
        }
        return Masking.shown(text.toString(), MAX_ERROR_LENGTH);
    }

    /** The stack trace is only worth the space for errors, which are faults of the program. */
    private static String stack(ILoggingEvent event) {
        StringBuilder text = new StringBuilder();
        IThrowableProxy error = event.getLevel().isGreaterOrEqual(Level.ERROR) ? event.getThrowableProxy() : null;
        for (int i = 0; error != null && i < MAX_CAUSES; i++, error = error.getCause()) {
            String message = error.getMessage() == null ? "" : ": " + error.getMessage();
            text.append(i == 0 ? "" : "Caused by: ")
                    .append(Masking.shown(error.getClassName() + message, MAX_ERROR_LENGTH))
                    .append('\n');
            ThrowableProxyUtil.subjoinSTEPArray(text, ThrowableProxyUtil.REGULAR_EXCEPTION_INDENT, error);
        }
        return text.toString();
    }
}
