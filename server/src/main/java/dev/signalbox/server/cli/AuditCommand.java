package dev.signalbox.server.cli;

import dev.signalbox.server.audit.Sbom;
import dev.signalbox.server.audit.VulnerabilityList;
import dev.signalbox.server.program.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks the program's libraries against a list of vulnerable versions. */
@Command(
        name = "audit",
        description = {
            "Checks the libraries of the program against a list of versions that are known to be vulnerable.",
            "The libraries are those of the SBOM that the build makes. Nothing is fetched: the list is part of the program, or a file."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no library is on the list",
            "1:a library is on the list",
            "2:the command line is wrong, or the list or the SBOM cannot be read",
            "4:no library is on the list, but the list is older than 90 days"
        })
final class AuditCommand extends PrintingCommand implements Callable<Integer> {
    private static final int MAX_AGE_DAYS = 90;

    @Option(names = "--list", paramLabel = "FILE", description = "Use this list instead of the program's own.")
    private @Nullable Path list;

    @Option(
            names = "--sbom",
            paramLabel = "PATH",
            description = "A CycloneDX file (JSON), or a folder with such files, instead of the program's own.")
    private @Nullable Path sbom;

    private final InstantSource clock;

    AuditCommand() {
        this(InstantSource.system());
    }

    AuditCommand(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        Optional<Path> location = Optional.ofNullable(sbom).or(AuditCommand::ofProgram);
        if (location.isEmpty()) {
            printError("this program was not built with an SBOM; name one with --sbom");
            return ExitCode.BAD_USAGE.code();
        }
        VulnerabilityList known;
        try {
            known = list == null ? VulnerabilityList.committed() : VulnerabilityList.read(list);
        } catch (IOException e) {
            printError("--list: " + list + " cannot be read: " + e.getMessage());
            return ExitCode.BAD_USAGE.code();
        }
        try {
            return report(Sbom.read(location.get()), known);
        } catch (IOException e) {
            printError("--sbom: " + location.get() + " cannot be read: " + e.getMessage());
            return ExitCode.BAD_USAGE.code();
        }
    }

    private int report(Sbom program, VulnerabilityList known) {
        List<Sbom.Finding> findings = program.findings(known);
        for (Sbom.Finding finding : findings) {
            out().println(finding.component().library() + " "
                    + finding.component().version() + ": "
                    + finding.vulnerability().id() + " "
                    + finding.vulnerability().summary());
        }
        boolean old =
                known.date().plusDays(MAX_AGE_DAYS).isBefore(LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC));
        out().println(findings.size() + " findings in " + program.components().size() + " libraries, by a list of "
                + known.vulnerabilities().size() + " vulnerabilities of " + known.date());
        if (old) {
            out().println("the list is older than " + MAX_AGE_DAYS + " days; give a newer one with --list");
        }
        out().flush();
        return (findings.isEmpty() ? old ? ExitCode.IMPROVABLE : ExitCode.OK : ExitCode.FAILED).code();
    }

    /** The folder {@code sbom} beside the folder of the program's jars; a class from the start-up cache knows no jar. */
    private static Optional<Path> ofProgram() {
        return Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> String.valueOf(jar.getFileName()).startsWith("signalbox-server"))
                .map(jar -> jar.resolveSibling("../sbom").normalize())
                .filter(Files::isDirectory)
                .findFirst();
    }
}
