package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Kinds;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Values;
import java.time.Duration;
import java.util.List;

/** The settings that say when to try again, wherever they stand. */
record RetrySettings(
        Setting<Duration> initialDelay,
        Setting<Double> multiplier,
        Setting<Duration> maxDelay,
        Setting<Double> jitter) {

    static RetrySettings below(String prefix) {
        return new RetrySettings(
                Setting.of(
                        prefix + ".retry.initial-delay",
                        Kinds.duration("0s", "1d"),
                        "1s",
                        "The wait before the first retry."),
                Setting.of(
                        prefix + ".retry.multiplier",
                        Kinds.decimal(1, 100),
                        "2",
                        "How much longer each further wait is."),
                Setting.of(
                        prefix + ".retry.max-delay",
                        Kinds.duration("0s", "7d"),
                        "5m",
                        "The longest wait between two attempts."),
                Setting.of(
                        prefix + ".retry.jitter",
                        Kinds.decimal(0, 1),
                        "0.2",
                        "The random part of each wait, so that many retries do not come due at once."));
    }

    List<Setting<?>> all() {
        return List.of(initialDelay, multiplier, maxDelay, jitter);
    }

    RelayConfig.Retry defaults() {
        return new RelayConfig.Retry(
                initialDelay.defaultValue(), multiplier.defaultValue(), maxDelay.defaultValue(), jitter.defaultValue());
    }

    RelayConfig.Retry read(Values values, String name) {
        return read(values, name, defaults());
    }

    /** What is not given is as in another. */
    RelayConfig.Retry read(Values values, String name, RelayConfig.Retry usual) {
        RelayConfig.Retry retry = new RelayConfig.Retry(
                values.read(initialDelay, name, usual.initialDelay()),
                values.read(multiplier, name, usual.multiplier()),
                values.read(maxDelay, name, usual.maxDelay()),
                values.read(jitter, name, usual.jitter()));
        if (retry.initialDelay().compareTo(retry.maxDelay()) > 0) {
            values.contradiction(
                    initialDelay, name, "is longer than retry.max-delay (" + Durations.written(retry.maxDelay()) + ")");
        }
        return retry;
    }
}
