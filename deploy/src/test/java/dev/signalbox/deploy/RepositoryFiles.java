package dev.signalbox.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files of this repository, by their paths in it. */
final class RepositoryFiles {
    private static final JsonMapper JSON = JsonMapper.shared();

    private RepositoryFiles() {}

    static Path file(String path) {
        return Path.of(System.getProperty("signalbox.root", "..")).resolve(path).normalize();
    }

    static String text(String path) {
        try {
            return Files.readString(file(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode json(String path) {
        return JSON.readTree(text(path));
    }

    static JsonNode yaml(String path) {
        return parsed(text(path));
    }

    /** YAML with its anchors and merges resolved; a key that stands twice is an error. */
    static JsonNode parsed(String yaml) {
        return JSON.valueToTree(strict().load(yaml));
    }

    /** Several documents of YAML, without those that are empty. */
    static List<JsonNode> documents(String yaml) {
        List<JsonNode> documents = new ArrayList<>();
        strict().loadAll(yaml).forEach(document -> {
            if (document != null) {
                documents.add(JSON.valueToTree(document));
            }
        });
        return documents;
    }

    private static Yaml strict() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return new Yaml(new SafeConstructor(options));
    }

    /** The same tree with one piece of its text changed, as a typing error would. */
    static JsonNode misspelt(JsonNode tree, String from, String to) {
        String text = tree.toString();
        if (!text.contains(from)) {
            throw new IllegalArgumentException("there is no " + from);
        }
        return JSON.readTree(text.replace(from, to));
    }
}
