package dev.signalbox.server.logging;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.text.MessageFormat;
import java.util.Arrays;
import java.util.Objects;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Routes System.Logger to SLF4J as formatted text, which may contain braces; numbers are written without grouping. */
public final class Slf4jLoggerFinder extends System.LoggerFinder {
    /** Routes java.util.logging to SLF4J too, once. */
    public static synchronized void bridgeJavaLogging() {
        if (!SLF4JBridgeHandler.isInstalled()) {
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
        }
    }

    @Override
    public Logger getLogger(String name, Module module) {
        return new Slf4jSystemLogger(LoggerFactory.getLogger(name));
    }

    private record Slf4jSystemLogger(org.slf4j.Logger logger) implements Logger {
        @Override
        public String getName() {
            return logger.getName();
        }

        @Override
        public boolean isLoggable(Level level) {
            return level != Level.OFF && logger.isEnabledForLevel(slf4j(level));
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
            if (isLoggable(level)) {
                logger.atLevel(slf4j(level)).setCause(thrown).log(translated(bundle, message));
            }
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object @Nullable ... parts) {
            if (isLoggable(level)) {
                logger.atLevel(slf4j(level)).log(text(translated(bundle, format), parts));
            }
        }

        private static String translated(@Nullable ResourceBundle bundle, String key) {
            return bundle != null && bundle.containsKey(key) ? bundle.getString(key) : key;
        }

        private static String text(String format, @Nullable Object @Nullable [] parts) {
            if (parts == null || parts.length == 0) {
                return format;
            }
            Object[] plain = Arrays.stream(parts)
                    .map(part -> part instanceof Number ? part.toString() : part)
                    .toArray();
            String text = formatted(format, plain);
            // A placeholder may have its own number format.
            return text != null ? text : Objects.requireNonNullElse(formatted(format, parts), format);
        }

        private static @Nullable String formatted(String format, @Nullable Object[] parts) {
            try {
                return MessageFormat.format(format, parts);
            } catch (IllegalArgumentException doesNotFit) {
                return null;
            }
        }

        private static org.slf4j.event.Level slf4j(Level level) {
            return switch (level) {
                case ALL, TRACE -> org.slf4j.event.Level.TRACE;
                case DEBUG -> org.slf4j.event.Level.DEBUG;
                case INFO -> org.slf4j.event.Level.INFO;
                case WARNING -> org.slf4j.event.Level.WARN;
                case ERROR, OFF -> org.slf4j.event.Level.ERROR;
            };
        }
    }
}
