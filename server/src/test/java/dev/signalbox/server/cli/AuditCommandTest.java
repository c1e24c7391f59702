package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.server.audit.VulnerabilityList;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class AuditCommandTest {
    private static final InstantSource TODAY = InstantSource.fixed(Instant.parse("2026-12-01T00:00:00Z"));

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private String out = "";
    private String err = "";

    @ParameterizedTest
    @ValueSource(strings = {"1.2.4", "2.0-M1", "2.0.0", "2.0-rc2"})
    void aVulnerableVersionIsFoundAndNamed(String version) throws Exception {
        assertThat(audit("2026-11-18", sbom(version))).isEqualTo(1);
        assertThat(out)
                .startsWith("org.example:parser " + version + ": CVE-1 stack overflow\n1 findings in 1 libraries");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.2.5", "1.2.10", "1.9", "2.0.1", "2.1"})
    void otherVersionsAreNot(String version) throws Exception {
        assertThat(audit("2026-11-18", sbom(version))).isZero();
        assertThat(out).isEqualTo("0 findings in 1 libraries, by a list of 2 vulnerabilities of 2026-11-18\n");
    }

    @Test
    void anOldListIsReported() throws Exception {
        assertThat(audit("2026-08-01", sbom("1.2.5"))).isEqualTo(4);
        assertThat(out).contains("the list is older than 90 days");
        assertThat(audit("2026-08-01", sbom("1.2.4")))
                .as("a finding counts more")
                .isEqualTo(1);
    }

    @Test
    void allFilesOfAFolderCount() throws Exception {
        sbom("1.2.5");
        Files.writeString(folder.resolve("sbom/second.json"), bom("org.example", "other", "3.1"));

        assertThat(audit("2026-11-18", folder.resolve("sbom"))).isEqualTo(1);
        assertThat(out).contains("org.example:other 3.1: CVE-2", "1 findings in 2 libraries");
    }

    @Test
    void whatCannotBeReadIsNamed() throws Exception {
        Path good = sbom("1.2.5");
        Path bad = Files.writeString(folder.resolve("bad.json"), "{\"date\": \"today\", \"vulnerabilities\": []}");

        assertThat(run("--sbom", good.toString(), "--list", bad.toString())).isEqualTo(2);
        assertThat(err).contains("--list", "bad.json", "is not a list of vulnerabilities");
        assertThat(run(
                        "--sbom",
                        good.toString(),
                        "--list",
                        folder.resolve("none").toString()))
                .isEqualTo(2);
        assertThat(run("--sbom", bad.toString())).isEqualTo(2);
        assertThat(err).contains("--sbom", "CycloneDX");
        assertThat(run("--sbom", Files.createDirectory(folder.resolve("empty")).toString()))
                .isEqualTo(2);
        assertThat(err).contains("names no component");
    }

    @Test
    void theCommittedListIsDatedAndFindsLog4Shell() throws Exception {
        assertThat(VulnerabilityList.committed().date()).isNotNull();
        Path sbom =
                Files.writeString(folder.resolve("sbom.json"), bom("org.apache.logging.log4j", "log4j-core", "2.14.1"));

        assertThat(run("--sbom", sbom.toString())).isEqualTo(1);
        assertThat(out).contains("org.apache.logging.log4j:log4j-core 2.14.1: CVE-2021-44228");
    }

    private Path sbom(String version) throws Exception {
        Path file = Files.createDirectories(folder.resolve("sbom")).resolve("program.json");
        return Files.writeString(file, bom("org.example", "parser", version));
    }

    private static String bom(String group, String name, String version) {
        return """
                {"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [
                  {"type": "library", "group": "%s", "name": "%s", "version": "%s"}]}
                """.formatted(group, name, version);
    }

    private int audit(String date, Path sbom) throws Exception {
        Path list = Files.writeString(folder.resolve("list.json"), """
                {"date": "%s", "vulnerabilities": [
                  {"id": "CVE-1", "library": "org.example:parser", "summary": "stack overflow",
                   "affected": [{"fixed": "1.2.5"}, {"introduced": "2.0-M1", "fixed": "2.0.1"}]},
                  {"id": "CVE-2", "library": "org.example:other", "affected": [{"introduced": "3.0"}]}]}
                """.formatted(date));
        return run("--list", list.toString(), "--sbom", sbom.toString());
    }

    private int run(String... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        int code = new CommandLine(new AuditCommand(TODAY))
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
        out = output.toString().replace("\r\n", "\n");
        err = errors.toString().replace("\r\n", "\n");
        return code;
    }
}
