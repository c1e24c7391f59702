package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.embedded.files.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Projects that are no modules of this repository use the libraries, from a folder that was published to. */
class OutsideProjectTest {
    private static final Path FOLDER = TestFolders.ofThisRun("outside projects");
    /** What Maven Central asks for, beside name and version. */
    private static final List<String> REQUIRED = List.of("name", "description", "url", "licenses", "developers", "scm");

    private static PublishedRepository published = new PublishedRepository(FOLDER.resolve("repository"));

    @BeforeAll
    static void publish() throws Exception {
        published =
                PublishedRepository.publish(published.folder(), maven("publish-local"), "-Dmaven.javadoc.skip=true");
    }

    @AfterAll
    static void clear() throws IOException {
        Folders.remove(FOLDER);
    }

    @Test
    void aProjectRecordsRollsBackAndConsumesOnce() throws Exception {
        Path project = copy(TestFolders.root().resolve("examples/outside"), FOLDER.resolve("shop"));
        try (PostgresTestDatabase database = new PostgresTestDatabase(PostgresTestDatabase.Rights.NOTHING)) {
            String output = maven("shop-local")
                    .run(
                            project,
                            "test",
                            "-Dsignalbox.repository=" + published.url(),
                            "-Ddatabase.url=" + database.url() + "?user=" + PostgresServer.SUPERUSER)
                    .success();

            assertThat(output).contains("Tests run: 4, Failures: 0, Errors: 0, Skipped: 0");
        }
    }

    @Test
    void theBomNamesWhatIsPublishedAndAllOfItResolves() throws Exception {
        Set<String> libraries = new TreeSet<>(published.artifacts());
        assertThat(libraries)
                .contains(
                        "signalbox-client",
                        "signalbox-spring-boot-starter",
                        "signalbox-spring-boot-relay",
                        "signalbox-eventstore",
                        "signalbox-testkit",
                        "signalbox-bom");
        assertThat(published.listed()).isEqualTo(libraries);
        libraries.remove("signalbox-bom");

        Path project = Files.createDirectories(FOLDER.resolve("all"));
        String pom = Files.readString(TestFolders.root().resolve("examples/outside/pom.xml"));
        String all = libraries.stream()
                .map("<dependency><groupId>dev.signalbox</groupId><artifactId>%s</artifactId></dependency>"::formatted)
                .collect(Collectors.joining());
        int dependencies = pom.lastIndexOf("<dependencies>") + "<dependencies>".length();
        Files.writeString(
                project.resolve("pom.xml"),
                (pom.substring(0, dependencies) + all + pom.substring(pom.lastIndexOf("</dependencies>")))
                        .replace("release>17<", "release>25<"));
        Files.writeString(
                Files.createDirectories(project.resolve("src/main/java")).resolve("Uses.java"), """
                record Uses(
                        dev.signalbox.client.Outbox client,
                        dev.signalbox.spring.TransactionalOutbox starter,
                        dev.signalbox.eventstore.EventStore events,
                        dev.signalbox.runtime.RelayService runtime,
                        dev.signalbox.core.message.Message message) {}
                """);

        maven("all-local")
                .run(project, "compile", "-Dsignalbox.repository=" + published.url())
                .success();
        assertThat(project.resolve("target/classes/Uses.class")).exists();
    }

    @Test
    void everyPomIsCompleteByItself() throws Exception {
        for (String artifact : published.artifacts()) {
            Path file = published.pom(artifact);
            Element pom = PublishedRepository.xml(file);

            // A pom has its own version; all other properties are gone with the parent
            assertThat(Files.readString(file).replace("${project.version}", ""))
                    .as(artifact)
                    .doesNotContain("${", "<scope>test</scope>");
            assertThat(children(pom)).as(artifact).containsAll(REQUIRED).doesNotContain("parent", "build");
            assertThat(text(pom, "url")).as(artifact).startsWith("https://");
            assertThat(pom.getElementsByTagName("license").getLength()).isEqualTo(1);
        }
    }

    @Test
    void everyLibraryHasItsSourcesAndEveryFileItsChecksums() throws Exception {
        for (String artifact : published.artifacts()) {
            List<String> names =
                    published.files(artifact).stream().map(Path::toString).toList();

            assertThat(names).as(artifact).anyMatch(name -> name.endsWith("/" + artifact + "/maven-metadata.xml"));
            if (!artifact.equals("signalbox-bom")) {
                assertThat(names)
                        .as(artifact)
                        .anyMatch(name -> name.endsWith("-sources.jar"))
                        .anyMatch(name -> name.matches(".*[0-9]\\.jar"));
            }
            assertThat(names.stream().filter(name -> !name.matches(".*\\.(md5|sha1|sha256)")))
                    .as(artifact)
                    .allSatisfy(name -> assertThat(names).contains(name + ".md5", name + ".sha1", name + ".sha256"));
        }
    }

    @Test
    @Tag("slow")
    void everyLibraryHasItsJavadoc() throws Exception {
        PublishedRepository whole = PublishedRepository.publish(FOLDER.resolve("whole"), maven("whole-local"));
        for (String artifact : whole.artifacts()) {
            if (!artifact.equals("signalbox-bom")) {
                assertThat(whole.files(artifact))
                        .as(artifact)
                        .anyMatch(file -> file.toString().endsWith("-javadoc.jar"));
            }
        }
    }

    @Test
    void whatIsMissingIsSaid() throws Exception {
        assertThat(ProgramRun.ofLauncher(List.of("publish")))
                .satisfies(run -> assertThat(run.code()).isEqualTo(2))
                .satisfies(run -> assertThat(run.output()).contains("publish needs --to FOLDER"));
        Path file = Files.writeString(FOLDER.resolve("file"), "");
        assertThat(ProgramRun.ofLauncher(
                        List.of("publish", "--to", file.resolve("x").toString())))
                .satisfies(run -> assertThat(run.code()).isEqualTo(1))
                .satisfies(run -> assertThat(run.output()).contains("cannot be created"));
    }

    private static OutsideMaven maven(String localRepository) throws IOException {
        return new OutsideMaven(Files.createDirectories(FOLDER.resolve(localRepository)));
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(file -> !file.startsWith(from.resolve("target")))
                    .toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
        return to;
    }

    private static Set<String> children(Element element) {
        Set<String> names = new TreeSet<>();
        NodeList children = element.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            names.add(children.item(i).getNodeName());
        }
        return names;
    }

    private static String text(Element pom, String name) {
        NodeList children = pom.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i).getNodeName().equals(name)) {
                return children.item(i).getTextContent();
            }
        }
        throw new AssertionError("no " + name);
    }
}
