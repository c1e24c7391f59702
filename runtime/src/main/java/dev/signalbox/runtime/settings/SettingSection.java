package dev.signalbox.runtime.settings;

import java.util.List;

/**
 * A section of the configuration reference.
 *
 * @param text what stands before the table; lines of Markdown
 * @param settings the rows of the table, in their order
 */
public record SettingSection(String title, String text, List<Setting<?>> settings) {
    public SettingSection {
        settings = List.copyOf(settings);
    }
}
