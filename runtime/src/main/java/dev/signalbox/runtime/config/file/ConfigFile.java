package dev.signalbox.runtime.config.file;

import dev.signalbox.runtime.settings.ConfigEntry;
import dev.signalbox.runtime.settings.ConfigException;
import dev.signalbox.runtime.settings.ConfigProblem;
import dev.signalbox.runtime.settings.InvalidValueException;
import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.Sizes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Reads a YAML or properties file into keys and values. */
public final class ConfigFile {
    private static final int LARGEST = 1 << 20;

    private ConfigFile() {}

    /** The entries, in the order of the file. */
    public static List<ConfigEntry> read(Path file) throws ConfigException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        try {
            if (name.endsWith(".yaml") || name.endsWith(".yml")) {
                return YamlText.entries(text(file));
            }
            if (name.endsWith(".properties")) {
                return PropertiesText.entries(text(file));
            }
            throw new InvalidValueException("must end in .yaml, .yml or .properties, so that its format is known");
        } catch (InvalidValueException e) {
            throw new ConfigException(
                    file.toString(), List.of(ConfigProblem.of("file", String.valueOf(e.getMessage()))));
        }
    }

    private static String text(Path file) throws InvalidValueException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new InvalidValueException("is larger than " + Sizes.written(LARGEST));
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (NoSuchFileException e) {
            throw new InvalidValueException("does not exist");
        } catch (CharacterCodingException e) {
            throw new InvalidValueException("is not UTF-8 text");
        } catch (IOException e) {
            throw new InvalidValueException("cannot be read: " + e.getClass().getSimpleName() + " "
                    + Masking.escaped(String.valueOf(e.getMessage())));
        }
    }
}
