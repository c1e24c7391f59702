package dev.signalbox.runtime.config.file;

import dev.signalbox.runtime.settings.ConfigEntry;
import dev.signalbox.runtime.settings.InvalidValueException;
import dev.signalbox.runtime.settings.Masking;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads a YAML file as flat keys. It uses nodes only, so that no type is guessed and no object is created. */
final class YamlText {
    private static final int DEEPEST = 32;
    private static final int MOST = 20_000;

    private final Map<String, ConfigEntry> entries = new LinkedHashMap<>();
    private final ProtectedPlaceholders placeholders;

    private YamlText(ProtectedPlaceholders placeholders) {
        this.placeholders = placeholders;
    }

    static List<ConfigEntry> entries(String text) throws InvalidValueException {
        ProtectedPlaceholders placeholders = ProtectedPlaceholders.in(text);
        YamlText yaml = new YamlText(placeholders);
        Node root = parsed(placeholders.text());
        if (root != null) {
            if (!(root instanceof MappingNode)) {
                throw new InvalidValueException("must begin with keys, such as signalbox:");
            }
            yaml.flatten("", root, 0, false);
        }
        return List.copyOf(yaml.entries.values());
    }

    private static @Nullable Node parsed(String text) throws InvalidValueException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try {
            return new Yaml(options).compose(new StringReader(text));
        } catch (MarkedYAMLException e) {
            // The exception's message quotes the line, which may contain a secret.
            String where = e.getProblemMark() == null
                    ? ""
                    : " (line " + (e.getProblemMark().getLine() + 1) + ", column "
                            + (e.getProblemMark().getColumn() + 1) + ")";
            throw new InvalidValueException("is not valid YAML" + where);
        } catch (YAMLException e) {
            throw new InvalidValueException("is not valid YAML");
        }
    }

    private void flatten(String key, Node node, int depth, boolean merged) throws InvalidValueException {
        if (depth > DEEPEST || entries.size() > MOST) {
            throw new InvalidValueException("is nested too deeply or has too many keys");
        }
        switch (node) {
            case MappingNode mapping -> flattenMapping(key, mapping, depth, merged);
            case SequenceNode sequence -> {
                int i = 0;
                for (Node item : sequence.getValue()) {
                    flatten(key + "[" + i++ + "]", item, depth + 1, merged);
                }
            }
            case ScalarNode scalar -> put(key, scalar, merged);
            default -> throw new InvalidValueException("has an alias that cannot be followed");
        }
    }

    private void flattenMapping(String key, MappingNode mapping, int depth, boolean merged)
            throws InvalidValueException {
        List<Node> merges = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (tuple.getKeyNode().getTag().equals(Tag.MERGE)) {
                merges.add(tuple.getValueNode());
            } else {
                flatten(child(key, tuple.getKeyNode()), tuple.getValueNode(), depth + 1, merged);
            }
        }
        for (Node merge : merges) {
            List<Node> parts = merge instanceof SequenceNode several ? several.getValue() : List.of(merge);
            for (Node part : parts) {
                flatten(key, part, depth + 1, true);
            }
        }
    }

    private String child(String key, Node name) throws InvalidValueException {
        if (!(name instanceof ScalarNode scalar)) {
            throw new InvalidValueException("has a key that is not text (" + line(name) + ")");
        }
        return key.isEmpty() ? scalar.getValue() : key + "." + scalar.getValue();
    }

    private void put(String key, ScalarNode scalar, boolean merged) throws InvalidValueException {
        String value = scalar.getTag().equals(Tag.NULL) ? "" : placeholders.restored(scalar.getValue());
        ConfigEntry entry = ConfigEntry.inFile(key, value, scalar.getStartMark().getLine() + 1);
        ConfigEntry before = entries.putIfAbsent(key, entry);
        if (before != null && !merged) {
            throw new InvalidValueException(
                    "gives " + Masking.escaped(key) + " twice (" + before.origin() + " and " + line(scalar) + ")");
        }
    }

    private static String line(Node node) {
        return "line " + (node.getStartMark().getLine() + 1);
    }
}
