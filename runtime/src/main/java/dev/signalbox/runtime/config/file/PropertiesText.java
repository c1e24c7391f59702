package dev.signalbox.runtime.config.file;

import dev.signalbox.runtime.settings.ConfigEntry;
import dev.signalbox.runtime.settings.InvalidValueException;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A properties file, read line by line so that messages can name the line. */
final class PropertiesText {
    private PropertiesText() {}

    static List<ConfigEntry> entries(String text) throws InvalidValueException {
        Map<String, ConfigEntry> entries = new LinkedHashMap<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            int first = i;
            StringBuilder logical = new StringBuilder(lines.get(i));
            while (!isComment(lines.get(first)) && continues(lines.get(i)) && i + 1 < lines.size()) {
                logical.append('\n').append(lines.get(++i));
            }
            parse(logical.toString(), first + 1).forEach(entry -> entries.put(entry.key(), entry));
        }
        return List.copyOf(entries.values());
    }

    private static List<ConfigEntry> parse(String line, int number) throws InvalidValueException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("has a malformed \\u escape in line " + number);
        }
        List<ConfigEntry> entries = new ArrayList<>();
        properties.forEach((key, value) -> entries.add(ConfigEntry.inFile((String) key, (String) value, number)));
        return entries;
    }

    private static boolean isComment(String line) {
        String start = line.stripLeading();
        return start.startsWith("#") || start.startsWith("!");
    }

    private static boolean continues(String line) {
        int backslashes = 0;
        for (int i = line.length() - 1; i >= 0 && line.charAt(i) == '\\'; i--) {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }
}
