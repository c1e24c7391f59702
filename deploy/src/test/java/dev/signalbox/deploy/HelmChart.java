package dev.signalbox.deploy;

import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The chart as Helm renders it, which is a library here.
 *
 * @param folder a copy of the chart in which hooks are ordinary manifests, because the library renders no hooks
 */
record HelmChart(Path folder) {
    static final String FOLDER = "deploy/helm/signalbox/";
    /** What the annotations of hooks are called in the copy. */
    static final String HOOK = "example.com/hook";

    private static final String KUBERNETES = "1.32.0";

    static HelmChart copiedTo(Path folder) {
        Path chart = RepositoryFiles.file(FOLDER);
        // The alerts are a link.
        try (Stream<Path> files = Files.walk(chart, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(chart.relativize(file));
                Files.createDirectories(Objects.requireNonNull(copy.getParent()));
                Files.writeString(copy, Files.readString(file).replace("helm.sh/hook", HOOK));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new HelmChart(folder);
    }

    /** The values of an example, with some replaced. */
    static ObjectNode values(String example, String replaced) {
        ObjectNode values = (ObjectNode) RepositoryFiles.yaml(FOLDER + "examples/" + example + ".yaml");
        return replaced.isEmpty() ? values : merged(values, RepositoryFiles.parsed(replaced));
    }

    private static ObjectNode merged(ObjectNode base, JsonNode over) {
        over.forEachEntry((key, value) -> base.set(
                key,
                value instanceof ObjectNode && base.get(key) instanceof ObjectNode inner
                        ? merged(inner, value)
                        : value));
        return base;
    }

    /** The manifests of a release in the namespace `apps`. */
    HelmManifests manifests(String release, JsonNode values) {
        return HelmManifests.of(RepositoryFiles.documents(new Helm(folder)
                .template()
                .withName(release)
                .withNamespace("apps")
                .withKubeVersion(KUBERNETES)
                .withValuesFile(file(values))
                .call()));
    }

    /** What Helm says after an installation, without a cluster. */
    String notes(String release, JsonNode values) {
        String output = new Helm(folder)
                .install()
                .withName(release)
                .withNamespace("apps")
                .withKubeVersion(KUBERNETES)
                .clientOnly()
                .dryRun()
                .withDryRunOption(DryRun.CLIENT)
                .debug()
                .withValuesFile(file(values))
                .call()
                .getOutput();
        return output.substring(output.indexOf("NOTES:"));
    }

    /** Helm's linter takes no values here, so they become the chart's own. */
    LintResult lint(JsonNode values) throws IOException {
        ObjectNode defaults = (ObjectNode) RepositoryFiles.yaml(FOLDER + "values.yaml");
        Files.writeString(
                folder.resolve("values.yaml"), merged(defaults, values).toString());
        return new Helm(folder).lint().strict().call();
    }

    /** JSON is YAML too. */
    private Path file(JsonNode values) {
        try {
            Path file = Files.createTempFile(folder.toAbsolutePath().getParent(), "values", ".yaml");
            return Files.writeString(file, values.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
