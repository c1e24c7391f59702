package dev.signalbox.runtime.sink;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingSection;
import dev.signalbox.runtime.settings.SettingValues;
import java.util.List;
import java.util.Set;

/**
 * One kind of sink: its settings, their rules and documentation, and how its sinks are opened. A new kind is a package of its
 * own and one line in the list of all types.
 */
public interface SinkType {
    /** The word that {@code type} has for it. */
    String name();

    /** What relays and publishers can ask of it besides delivery. */
    Set<SinkCapability> capabilities();

    /** The settings that it understands besides those that all sinks have; any other is refused. */
    List<Setting<?>> settings();

    /** How its settings are documented. A setting that types share is documented by one of them. */
    SettingSection section();

    /** The configuration of a sink; values that are not allowed are noted as problems. */
    SinkConfig read(SettingValues settingValues, String sink);
}
