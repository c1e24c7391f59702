package dev.signalbox.spring;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Says which setting is wrong, in the way that Spring Boot shows at the end of a failed start. */
final class InvalidSetting {
    private InvalidSetting() {}

    /** Does a step that this setting decides; what it refuses is the setting's fault. */
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
