package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;

/** The settings that limit the values of columns besides the payload, for any prefix. */
public record ColumnLimitSettings(Setting<Long> id, Setting<Long> type, Setting<Long> group, Setting<Long> headers) {
    private static final String EFFECT = " is not read: its message fails with a reason.";

    public static ColumnLimitSettings in(SettingGroup group) {
        return new ColumnLimitSettings(
                group.of("max-id-bytes", ValueTypes.size("36B", "2KB"), "1KB").means("A larger id" + EFFECT),
                group.of("max-type-bytes", ValueTypes.size("64B", "64KB"), "1KB")
                        .means("A larger type" + EFFECT),
                group.of("max-group-bytes", ValueTypes.size("36B", "2KB"), "1KB")
                        .means("A larger group" + EFFECT),
                group.of("max-headers-bytes", ValueTypes.size("64B", "1MB"), "64KB")
                        .means("A larger value in a column of headers or tags" + EFFECT));
    }

    public ColumnLimits read(SettingValues values, String name) {
        return new ColumnLimits(
                Math.toIntExact(values.read(id, name)),
                Math.toIntExact(values.read(type, name)),
                Math.toIntExact(values.read(group, name)),
                Math.toIntExact(values.read(headers, name)));
    }
}
