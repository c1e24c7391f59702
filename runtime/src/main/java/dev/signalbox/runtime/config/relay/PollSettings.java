package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import java.time.Duration;

/** The settings that say how often to poll, for any prefix. */
public record PollSettings(Setting<Duration> interval, Setting<Integer> batchSize) {
    public static PollSettings in(SettingGroup group) {
        return in(group, "1s", "500");
    }

    /** The same settings where another setting gives the defaults, which the reference then shows. */
    public static PollSettings in(SettingGroup all, String usualInterval, String usualBatchSize) {
        SettingGroup group = all.below("poll");
        return new PollSettings(
                group.duration("interval", "10ms", "1h", "1s")
                        .orElse(usualInterval)
                        .means(
                                "The longest wait between two polls: no wait while there are messages, then 1 ms, 2 ms, 4 ms and so on up to this; with the source's `wake-up: off` always this."),
                group.number("batch-size", 1, 10_000, "500")
                        .orElse(usualBatchSize)
                        .means("The largest number of messages in one claim."));
    }

    /** An interval that does not grow while polls find nothing. */
    public static PollSchedule.Settings constant(SourceConfig.WakeUp wakeUp, Duration interval) {
        PollSchedule.Settings pace = switch (wakeUp) {
            case AUTO -> PollSchedule.Settings.upTo(interval);
            case OFF -> PollSchedule.Settings.every(interval);
        };
        return pace.thenSlower(1, 1, interval);
    }
}
