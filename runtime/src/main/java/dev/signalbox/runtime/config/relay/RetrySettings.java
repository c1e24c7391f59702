package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;

/** The settings that say when to retry, for any prefix. */
public record RetrySettings(
        Setting<Duration> initialDelay,
        Setting<Double> multiplier,
        Setting<Duration> maxDelay,
        Setting<Double> jitter) {

    public static RetrySettings in(SettingGroup all) {
        SettingGroup group = all.below("retry");
        return new RetrySettings(
                group.duration("initial-delay", "0s", "1d", "1s").means("The wait before the first retry."),
                group.of("multiplier", ValueTypes.decimal(1, 100), "2").means("How much longer each further wait is."),
                group.duration("max-delay", "0s", "7d", "5m").means("The longest wait between two attempts."),
                group.of("jitter", ValueTypes.decimal(0, 1), "0.2")
                        .means("The random part of each wait, so that many retries are not due at once."));
    }

    public Backoff defaults() {
        return new Backoff(
                initialDelay.defaultValue(), multiplier.defaultValue(), maxDelay.defaultValue(), jitter.defaultValue());
    }

    public Backoff read(SettingValues values, String name) {
        return read(values, name, defaults());
    }

    /** Settings that are not given keep the values of {@code usual}. */
    public Backoff read(SettingValues values, String name, Backoff usual) {
        Duration initial = values.read(initialDelay, name, usual.initial());
        Duration max = values.read(maxDelay, name, usual.max());
        if (initial.compareTo(max) > 0) {
            values.contradiction(initialDelay, name, "is longer than retry.max-delay (" + Durations.written(max) + ")");
        }
        return new Backoff(
                initial,
                values.read(multiplier, name, usual.multiplier()),
                Durations.longer(initial, max),
                values.read(jitter, name, usual.jitter()));
    }
}
