package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The settings that say how often to poll, for any prefix. */
public record PollSettings(
        Setting<Duration> interval,
        Setting<Integer> batchSize,
        Setting<Integer> idleThreshold,
        Setting<Double> idleMultiplier,
        Setting<Optional<Duration>> idleMax) {
    private static final Duration USUAL_IDLE_MAX = Duration.ofSeconds(10);

    public static PollSettings in(SettingGroup group) {
        return in(group, null);
    }

    /** @param inherited where the defaults come from, if not from here */
    public static PollSettings in(SettingGroup all, @Nullable String inherited) {
        SettingGroup group = all.below("poll");
        UnaryOperator<String> shown = usual -> Objects.requireNonNullElse(inherited, usual);
        return new PollSettings(
                group.duration("interval", "10ms", "1h", "1s")
                        .orElse(shown.apply("1s"))
                        .means(
                                "How long to wait at most before looking again: without pause while there are messages, then after 1 ms, 2 ms, 4 ms and so on up to this; with the source's `wake-up: off` always after this."),
                group.number("batch-size", 1, 10_000, "500")
                        .orElse(shown.apply("500"))
                        .means("How many messages are claimed at once at most."),
                group.number("idle-backoff.threshold", 1, 1_000_000, "3")
                        .orElse(shown.apply("3"))
                        .means(
                                "After so many empty looks at the poll interval it begins to grow, where a multiplier says so."),
                group.of("idle-backoff.multiplier", ValueTypes.decimal(1, 100), "1")
                        .orElse(shown.apply("1"))
                        .means("How much longer each further interval is while nothing comes; with 1 it never grows."),
                group.optional("idle-backoff.max", ValueTypes.duration("10ms", "1h"))
                        .orElse(shown.apply("10s, or the poll interval if that is longer"))
                        .means("The longest interval while idle."));
    }

    public PollSchedule.Settings read(SettingValues values, String name, SourceConfig.WakeUp wakeUp) {
        Duration every = values.read(interval, name);
        return pace(
                values,
                name,
                constant(wakeUp, every)
                        .thenSlower(
                                values.read(idleThreshold, name),
                                values.read(idleMultiplier, name),
                                Durations.longer(every, USUAL_IDLE_MAX)));
    }

    /** Settings that are not given keep the values of {@code usual}. */
    public PollSchedule.Settings read(
            SettingValues values, String name, SourceConfig.WakeUp wakeUp, PollSchedule.Settings usual) {
        Duration every = values.read(interval, name, usual.interval());
        return pace(
                values,
                name,
                constant(wakeUp, every)
                        .thenSlower(
                                values.read(idleThreshold, name, usual.threshold()),
                                values.read(idleMultiplier, name, usual.multiplier()),
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
    private PollSchedule.Settings pace(SettingValues values, String name, PollSchedule.Settings usual) {
        Duration max = values.read(idleMax, name).orElse(usual.max());
        if (max.compareTo(usual.interval()) < 0) {
            values.contradiction(
                    idleMax, name, "is shorter than poll.interval (" + Durations.written(usual.interval()) + ")");
            return usual;
        }
        return usual.thenSlower(usual.threshold(), usual.multiplier(), max);
    }
}
