package dev.signalbox.runtime.settings;

import java.util.List;

/**
 * A section of the configuration reference.
 *
 * @param text the Markdown lines before the table
 * @param settings the rows of the table, in order
 */
public record SettingSection(String title, String text, List<Setting<?>> settings) {
    public SettingSection {
        settings = List.copyOf(settings);
    }
}
