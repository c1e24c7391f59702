package dev.signalbox.server.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The libraries of the program, from CycloneDX files that the build makes. */
public record Sbom(List<Component> components) {
    public Sbom {
        components = List.copyOf(components);
    }

    /** A library in one version, as {@code group:artifact}. */
    public record Component(String library, String version) implements Comparable<Component> {
        @Override
        public int compareTo(Component other) {
            int order = library.compareTo(other.library);
            return order != 0 ? order : new LibraryVersion(version).compareTo(new LibraryVersion(other.version));
        }
    }

    /** A library that a vulnerability affects. */
    public record Finding(Component component, VulnerabilityList.Vulnerability vulnerability) {}

    /**
     * Reads one file, or all files of a folder.
     *
     * @throws IOException if there is none, or one has another form
     */
    public static Sbom read(Path location) throws IOException {
        SortedSet<Component> components = new TreeSet<>();
        for (Path file : files(location)) {
            components.addAll(components(file));
        }
        if (components.isEmpty()) {
            throw new IOException("it names no component");
        }
        return new Sbom(List.copyOf(components));
    }

    public List<Finding> findings(VulnerabilityList list) {
        return components.stream()
                .flatMap(component -> list.vulnerabilities().stream()
                        .filter(vulnerability -> vulnerability.affects(component))
                        .map(vulnerability -> new Finding(component, vulnerability)))
                .toList();
    }

    private static List<Path> files(Path location) throws IOException {
        if (!Files.isDirectory(location)) {
            return List.of(location);
        }
        try (Stream<Path> files = Files.list(location)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private static List<Component> components(Path file) throws IOException {
        try {
            JsonNode root = JsonMapper.shared().readTree(Files.readAllBytes(file));
            if (!root.path("bomFormat").asString("").equals("CycloneDX")) {
                throw new IOException(file + " is not in the format of CycloneDX");
            }
            List<Component> components = new ArrayList<>();
            for (JsonNode each : root.path("components")) {
                components.add(new Component(
                        each.path("group").asString("") + ":"
                                + each.required("name").asString(),
                        each.required("version").asString()));
            }
            return components;
        } catch (JacksonException | IllegalArgumentException e) {
            throw new IOException(file + " is not a CycloneDX file in JSON: " + e.getMessage(), e);
        }
    }
}
