package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.Backoff;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.util.List;

/** The settings that say when to retry, for any prefix. */
public record RetrySettings(
        Setting<Duration> initialDelay,
        Setting<Double> multiplier,
        Setting<Duration> maxDelay,
        Setting<Double> jitter) {

    public static RetrySettings below(String prefix) {
        return new RetrySettings(
                Setting.of(
                        prefix + ".retry.initial-delay",
                        ValueTypes.duration("0s", "1d"),
                        "1s",
                        "The wait before the first retry."),
                Setting.of(
                        prefix + ".retry.multiplier",
                        ValueTypes.decimal(1, 100),
                        "2",
                        "How much longer each further wait is."),
                Setting.of(
                        prefix + ".retry.max-delay",
                        ValueTypes.duration("0s", "7d"),
                        "5m",
                        "The longest wait between two attempts."),
                Setting.of(
                        prefix + ".retry.jitter",
                        ValueTypes.decimal(0, 1),
                        "0.2",
                        "The random part of each wait, so that many retries do not come due at once."));
    }

    public List<Setting<?>> all() {
        return List.of(initialDelay, multiplier, maxDelay, jitter);
    }

    public Backoff defaults() {
        return new Backoff(
                initialDelay.defaultValue(), multiplier.defaultValue(), maxDelay.defaultValue(), jitter.defaultValue());
    }

    public Backoff read(SettingValues settingValues, String name) {
        return read(settingValues, name, defaults());
    }

    /** Settings that are not given keep the values of {@code usual}. */
    public Backoff read(SettingValues settingValues, String name, Backoff usual) {
        Duration initial = settingValues.read(initialDelay, name, usual.initial());
        Duration max = settingValues.read(maxDelay, name, usual.max());
        if (initial.compareTo(max) > 0) {
            settingValues.contradiction(
                    initialDelay, name, "is longer than retry.max-delay (" + Durations.written(max) + ")");
        }
        return new Backoff(
                initial,
                settingValues.read(multiplier, name, usual.multiplier()),
                Durations.longer(initial, max),
                settingValues.read(jitter, name, usual.jitter()));
    }
}
