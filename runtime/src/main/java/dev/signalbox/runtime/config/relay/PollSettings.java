package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings that say how often to poll, for any prefix. */
public record PollSettings(
        Setting<Duration> interval,
        Setting<Integer> batchSize,
        Setting<Integer> idleThreshold,
        Setting<Double> idleMultiplier,
        Setting<Optional<Duration>> idleMax) {
    private static final Duration USUAL_IDLE_MAX = Duration.ofSeconds(10);

    public static PollSettings below(String prefix) {
        return new PollSettings(
                Setting.of(
                        prefix + ".poll.interval",
                        ValueTypes.duration("10ms", "1h"),
                        "1s",
                        "How long to wait at most before looking again: without pause while there are messages, then after 1 ms, 2 ms, 4 ms and so on up to this; with the source's `wake-up: off` always after this."),
                Setting.of(
                        prefix + ".poll.batch-size",
                        ValueTypes.wholeNumber(1, 10_000),
                        "500",
                        "How many messages are claimed at once at most."),
                Setting.of(
                        prefix + ".poll.idle-backoff.threshold",
                        ValueTypes.wholeNumber(1, 1_000_000),
                        "3",
                        "After so many empty looks at the poll interval it begins to grow, where a multiplier says so."),
                Setting.of(
                        prefix + ".poll.idle-backoff.multiplier",
                        ValueTypes.decimal(1, 100),
                        "1",
                        "How much longer each further interval is while nothing comes; with 1 it never grows."),
                Setting.optional(
                                prefix + ".poll.idle-backoff.max",
                                ValueTypes.duration("10ms", "1h"),
                                "The longest interval while idle.")
                        .orElse("10s, or the poll interval if that is longer"));
    }

    /** The same settings, with their defaults taken from elsewhere. */
    public PollSettings defaultsFrom(String where) {
        return new PollSettings(
                interval.orElse(where),
                batchSize.orElse(where),
                idleThreshold.orElse(where),
                idleMultiplier.orElse(where),
                idleMax.orElse(where));
    }

    public List<Setting<?>> all() {
        return List.of(interval, batchSize, idleThreshold, idleMultiplier, idleMax);
    }

    public PollSchedule.Settings read(SettingValues settingValues, String name, SourceConfig.WakeUp wakeUp) {
        Duration every = settingValues.read(interval, name);
        return pace(
                settingValues,
                name,
                constant(wakeUp, every)
                        .thenSlower(
                                settingValues.read(idleThreshold, name),
                                settingValues.read(idleMultiplier, name),
                                Durations.longer(every, USUAL_IDLE_MAX)));
    }

    /** Settings that are not given keep the values of {@code usual}. */
    public PollSchedule.Settings read(
            SettingValues settingValues, String name, SourceConfig.WakeUp wakeUp, PollSchedule.Settings usual) {
        Duration every = settingValues.read(interval, name, usual.interval());
        return pace(
                settingValues,
                name,
                constant(wakeUp, every)
                        .thenSlower(
                                settingValues.read(idleThreshold, name, usual.threshold()),
                                settingValues.read(idleMultiplier, name, usual.multiplier()),
                                Durations.longer(every, usual.max())));
    }

    /** An interval that does not grow while polls find nothing. */
    public static PollSchedule.Settings constant(SourceConfig.WakeUp wakeUp, Duration interval) {
        PollSchedule.Settings pace = switch (wakeUp) {
            case AUTO -> PollSchedule.Settings.upTo(interval);
            case OFF -> PollSchedule.Settings.every(interval);
        };
        return pace.thenSlower(1, 1, interval);
    }

    /** The pace with the maximum interval, if that is given. */
    private PollSchedule.Settings pace(SettingValues settingValues, String name, PollSchedule.Settings usual) {
        Duration max = settingValues.read(idleMax, name).orElse(usual.max());
        if (max.compareTo(usual.interval()) < 0) {
            settingValues.contradiction(
                    idleMax, name, "is shorter than poll.interval (" + Durations.written(usual.interval()) + ")");
            return usual;
        }
        return usual.thenSlower(usual.threshold(), usual.multiplier(), max);
    }
}
