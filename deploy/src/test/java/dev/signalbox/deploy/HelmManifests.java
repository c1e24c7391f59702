package dev.signalbox.deploy;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The manifests of a release, by kind and name, such as {@code Service signalbox}. */
record HelmManifests(Map<String, JsonNode> named) {
    static HelmManifests of(List<JsonNode> manifests) {
        Map<String, JsonNode> named = new TreeMap<>();
        for (JsonNode manifest : manifests) {
            String name = manifest.get("kind").asString() + " "
                    + manifest.at("/metadata/name").asString();
            if (named.put(name, manifest) != null) {
                throw new AssertionError("there are two of " + name);
            }
        }
        return new HelmManifests(named);
    }

    Set<String> names() {
        return named.keySet();
    }

    Collection<JsonNode> all() {
        return named.values();
    }

    JsonNode get(String name) {
        JsonNode manifest = named.get(name);
        if (manifest == null) {
            throw new AssertionError("there is no " + name + ", only " + names());
        }
        return manifest;
    }

    JsonNode deployment() {
        return ofKind("Deployment").getFirst();
    }

    JsonNode job() {
        return ofKind("Job").getFirst();
    }

    /** The pods of the nodes, and of the Job. */
    List<JsonNode> pods() {
        return List.of(pod(deployment()), pod(job()));
    }

    static JsonNode pod(JsonNode workload) {
        return workload.at("/spec/template/spec");
    }

    /** The content of signalbox.yaml in a pod. */
    String configurationOf(JsonNode pod) {
        String name = pod.at("/volumes/0/projected/sources/0/configMap/name").asString();
        return get("ConfigMap " + name).at("/data/signalbox.yaml").asString();
    }

    List<JsonNode> ofKind(String kind) {
        return named.values().stream()
                .filter(each -> each.get("kind").asString().equals(kind))
                .toList();
    }
}
