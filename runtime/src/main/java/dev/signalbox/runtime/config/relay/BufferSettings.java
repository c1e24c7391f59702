package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.Sizes;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;

/** The settings that limit how much is held in memory, for any prefix. */
public record BufferSettings(Setting<Integer> messages, Setting<Long> bytes) {
    public static BufferSettings in(SettingGroup group) {
        return new BufferSettings(
                group.number("buffer.messages", 1, 1_000_000, "1000")
                        .means("The largest number of messages in memory; the rest stays in the database, unclaimed."),
                group.of("buffer.bytes", ValueTypes.size("64KB", "16GB"), "32MB")
                        .means(
                                "The largest number of bytes in memory: payloads, headers, and the other texts of messages."));
    }

    /** @param perFetch the most messages that one claim takes, which is a poll setting */
    public DispatcherSettings.Buffer defaults(int perFetch) {
        return new DispatcherSettings.Buffer(messages.defaultValue(), bytes.defaultValue(), perFetch);
    }

    public DispatcherSettings.Buffer read(SettingValues values, String name, int perFetch) {
        return new DispatcherSettings.Buffer(values.read(messages, name), values.read(bytes, name), perFetch);
    }

    /** The buffer must hold at least one batch. */
    public void checkRoom(SettingValues values, String name, DispatcherSettings.Buffer buffer, SinkConfig sink) {
        SinkConfig.Limits limits = sink.limits();
        if (limits.batchSize() > buffer.messages()) {
            values.contradiction(
                    messages,
                    name,
                    "is less than one batch of the sink " + sink.name() + " (" + limits.batchSize() + ")");
        }
        if (limits.batchBytes() > buffer.bytes()) {
            values.contradiction(
                    bytes,
                    name,
                    "is less than one batch of the sink " + sink.name() + " (" + Sizes.written(limits.batchBytes())
                            + ")");
        }
    }
}
