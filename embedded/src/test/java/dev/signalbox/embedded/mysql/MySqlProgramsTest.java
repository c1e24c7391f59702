package dev.signalbox.embedded.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.embedded.process.InstalledPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses scripts that only print a version in place of the servers. */
class MySqlProgramsTest {
    private static final String MARIADB = "mysqld  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64";
    private static final String MYSQL =
            "/usr/sbin/mysqld  Ver 8.4.3 for Linux on x86_64 (MySQL Community Server - GPL)";

    @TempDir
    private Path root;

    @Test
    void aServerIsFoundInPathBeforeTheUsualFolders() throws Exception {
        program("usual/mysqld", MYSQL);
        Path inPath = program("path/mysqld", MYSQL);

        assertThat(find(MySqlBrand.MYSQL, Map.of("PATH", "relative:" + root.resolve("path")))
                        .server())
                .isEqualTo(inPath);
    }

    @Test
    void aServerIsFoundWithoutPathInTheUsualFolders() throws Exception {
        Path usual = program("usual/mysqld", MYSQL);

        MySqlPrograms found = find(MySqlBrand.MYSQL, Map.of());

        assertThat(found.server()).isEqualTo(usual);
        assertThat(found.initializer()).isEqualTo(usual);
    }

    @Test
    void aMariaDbThatIsCalledMysqldIsPassedOver() throws Exception {
        program("path/mysqld", MARIADB);
        Path usual = program("usual/mysqld", MYSQL);

        assertThat(find(MySqlBrand.MYSQL, path()).server()).isEqualTo(usual);
    }

    @Test
    void aServerThatIsSeenThroughALinkTooIsToldOnce() throws Exception {
        program("usual/mysqld", MARIADB);
        Files.createSymbolicLink(root.resolve("path"), root.resolve("usual"));

        assertThatThrownBy(() -> find(MySqlBrand.MYSQL, path()))
                .hasMessageContaining("There is " + root.resolve("path/mysqld"))
                .hasMessageNotContaining("There is " + root.resolve("usual/mysqld"));
    }

    @Test
    void theMakerOfMariaDbsFilesIsTakenFromTheSamePackage() throws Exception {
        program("path/mariadb-install-db", "");
        program("package/sbin/mariadbd", MARIADB);
        Path maker = program("package/bin/mariadb-install-db", "");

        Map<String, String> environment = Map.of(
                "PATH",
                root.resolve("path").toString(),
                "SIGNALBOX_MARIADBD",
                root.resolve("package/sbin/mariadbd").toString());

        assertThat(find(MySqlBrand.MARIADB, environment).initializer()).isEqualTo(maker);
    }

    @Test
    void aServerWithoutTheMakerOfItsFilesIsNoUse() throws Exception {
        program("path/mariadbd", MARIADB);

        assertThatThrownBy(() -> find(MySqlBrand.MARIADB, path()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("path/mariadbd was found, but not mariadb-install-db");
    }

    @Test
    void whereNoneIsFoundTheMessageSaysWhatCanBeDone() throws Exception {
        program("path/mysqld", MARIADB);
        program("usual/mysqld", "mysqld  Ver 5.7.44 for Linux on x86_64 (MySQL Community Server (GPL))");

        assertThatThrownBy(() -> find(MySqlBrand.MYSQL, path()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no server of MySQL was found")
                .hasMessageContainingAll(
                        "Looked for mysqld in the folders of PATH and in",
                        root.resolve("usual").toString(),
                        "path/mysqld, which is MariaDB.",
                        "usual/mysqld, which is MySQL 5.7, older than 8.0.",
                        "sudo apt install mysql-server",
                        "sudo dnf install mysql-server",
                        "brew install mysql",
                        "SIGNALBOX_MYSQLD",
                        "./signalbox demo runs on a PostgreSQL that it brings");
        assertThatThrownBy(() -> find(MySqlBrand.MARIADB, path()))
                .hasMessageContainingAll("Looked for mariadbd", "sudo apt install mariadb-server", "SIGNALBOX_MARIADBD")
                .hasMessageNotContaining("There is");
    }

    @Test
    void aServerThatIsNamedHasToBeRight() throws Exception {
        program("path/mysqld", MYSQL);
        Path named = program("named", MARIADB);

        assertThatThrownBy(() -> find(MySqlBrand.MYSQL, Map.of("SIGNALBOX_MYSQLD", named.toString())))
                .hasMessage("SIGNALBOX_MYSQLD is " + named + ", which is MariaDB");
        assertThatThrownBy(() -> find(MySqlBrand.MYSQL, Map.of("SIGNALBOX_MYSQLD", "/nowhere/mysqld")))
                .hasMessage("SIGNALBOX_MYSQLD is /nowhere/mysqld, which is no program that can be run");
    }

    private Map<String, String> path() {
        return Map.of("PATH", root.resolve("path").toString());
    }

    private MySqlPrograms find(MySqlBrand brand, Map<String, String> environment) throws Exception {
        return MySqlPrograms.find(brand, new InstalledPrograms(environment, List.of(root.resolve("usual"))));
    }

    private Path program(String name, String version) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, "#!/bin/sh\necho '" + version + "'\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
