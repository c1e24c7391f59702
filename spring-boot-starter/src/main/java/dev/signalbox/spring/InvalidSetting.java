package dev.signalbox.spring;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Reports an invalid setting in the way that Spring Boot shows at the end of a failed start. */
final class InvalidSetting {
    private InvalidSetting() {}

    /** Runs a step, and reports an IllegalArgumentException as a problem of this setting. */
    static <T> T blaming(String key, @Nullable Object value, Supplier<T> step) {
        try {
            return step.get();
        } catch (IllegalArgumentException e) {
            InvalidConfigurationPropertyValueException refusal = of(key, value, String.valueOf(e.getMessage()));
            refusal.addSuppressed(e);
            throw refusal;
        }
    }

    static InvalidConfigurationPropertyValueException of(String key, @Nullable Object value, String reason) {
        return new InvalidConfigurationPropertyValueException(key, value, reason);
    }
}
