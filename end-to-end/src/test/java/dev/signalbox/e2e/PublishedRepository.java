package dev.signalbox.e2e;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A folder that the launcher has published to. */
record PublishedRepository(Path folder) {
    /** Publishes what was compiled last; these options are for Maven. */
    static PublishedRepository publish(Path folder, OutsideMaven maven, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("publish", "--to", folder.toString(), "--"));
        arguments.add(maven.repositoryOption());
        arguments.addAll(List.of(options));
        ProgramRun.ofLauncher(arguments).success();
        return new PublishedRepository(folder);
    }

    String url() {
        return folder.toUri().toString();
    }

    /** The names of our artifacts. */
    Set<String> artifacts() throws IOException {
        try (Stream<Path> entries = Files.list(folder.resolve("dev/signalbox"))) {
            return entries.filter(Files::isDirectory)
                    .map(entry -> entry.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** All files of one artifact, or of all with an empty name. */
    List<Path> files(String artifact) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("dev/signalbox").resolve(artifact))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    Path pom(String artifact) throws IOException {
        return files(artifact).stream()
                .filter(file -> file.toString().endsWith(".pom"))
                .findFirst()
                .orElseThrow();
    }

    /** The artifacts that the BOM names. */
    Set<String> listed() throws Exception {
        NodeList dependencies = xml(pom("signalbox-bom")).getElementsByTagName("artifactId");
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < dependencies.getLength(); i++) {
            names.add(dependencies.item(i).getTextContent());
        }
        return names;
    }

    /** The root element of an XML file. */
    static Element xml(Path file) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(Files.readString(file))))
                .getDocumentElement();
    }
}
