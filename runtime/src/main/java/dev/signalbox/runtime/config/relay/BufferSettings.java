package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.Sizes;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import java.util.List;

/** The settings that limit how much is held in memory, for any prefix. */
public record BufferSettings(Setting<Integer> messages, Setting<Long> bytes) {
    public static BufferSettings below(String prefix) {
        return new BufferSettings(
                Setting.of(
                        prefix + ".buffer.messages",
                        ValueTypes.wholeNumber(1, 1_000_000),
                        "1000",
                        "How many messages are held in memory at most; the rest stays in the database, unclaimed."),
                Setting.of(
                        prefix + ".buffer.bytes",
                        ValueTypes.size("64KB", "16GB"),
                        "32MB",
                        "How many bytes of payload are held in memory at most."));
    }

    public List<Setting<?>> all() {
        return List.of(messages, bytes);
    }

    /** @param perFetch the most messages that one claim takes, which is a poll setting */
    public DispatcherSettings.Buffer defaults(int perFetch) {
        return new DispatcherSettings.Buffer(messages.defaultValue(), bytes.defaultValue(), perFetch);
    }

    public DispatcherSettings.Buffer read(SettingValues settingValues, String name, int perFetch) {
        return new DispatcherSettings.Buffer(
                settingValues.read(messages, name), settingValues.read(bytes, name), perFetch);
    }

    /** The buffer must hold at least one batch. */
    public void checkRoom(SettingValues settingValues, String name, DispatcherSettings.Buffer buffer, SinkConfig sink) {
        SinkConfig.Limits limits = sink.limits();
        if (limits.batchSize() > buffer.messages()) {
            settingValues.contradiction(
                    messages,
                    name,
                    "is less than one batch of the sink " + sink.name() + " (" + limits.batchSize() + ")");
        }
        if (limits.batchBytes() > buffer.bytes()) {
            settingValues.contradiction(
                    bytes,
                    name,
                    "is less than one batch of the sink " + sink.name() + " (" + Sizes.written(limits.batchBytes())
                            + ")");
        }
    }
}
