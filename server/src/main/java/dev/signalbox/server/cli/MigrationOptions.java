package dev.signalbox.server.cli;

import dev.signalbox.jdbc.schema.MigrationScript.Part;
import dev.signalbox.runtime.schema.SchemaTargets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that print a script for migrations. */
final class MigrationOptions {
    @Option(names = "--all", description = "Print everything for migrations, without a look at the database.")
    private boolean all;

    @Option(
            names = "--role",
            paramLabel = "NAME",
            description =
                    "With --all: grant the rights to this role or user (on MySQL NAME or NAME@HOST), not to the user of the source.")
    private @Nullable String role;

    @Option(
            names = "--part",
            paramLabel = "PART",
            description =
                    "With --all: only 'tables', for one migration in a transaction, or only 'indexes', for one outside.")
    private @Nullable String part;

    @Option(names = "--source", paramLabel = "NAME", description = "With --all: only what this source needs.")
    private @Nullable String source;

    boolean isWanted() {
        return all || role != null || part != null || source != null;
    }

    List<String> scripts(List<SchemaTargets> targets) throws CommandException {
        if (!all) {
            throw CommandException.usage("--role, --part and --source belong to --all");
        }
        Optional<Part> wanted = part == null ? Optional.empty() : Optional.of(part(part));
        List<SchemaTargets> chosen = targets.stream()
                .filter(each -> source == null || each.source().name().equals(source))
                .toList();
        if (chosen.isEmpty() && source != null) {
            throw CommandException.usage("there is no source %s; there is %s"
                    .formatted(
                            source,
                            targets.stream().map(each -> each.source().name()).collect(Collectors.joining(", "))));
        }
        return chosen.stream()
                .map(each -> each.migration(Optional.ofNullable(role), wanted))
                .toList();
    }

    private static Part part(String key) throws CommandException {
        return Arrays.stream(Part.values())
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow(() -> CommandException.usage(
                        "--part: '%s' is no part; allowed are tables and indexes".formatted(key)));
    }
}
