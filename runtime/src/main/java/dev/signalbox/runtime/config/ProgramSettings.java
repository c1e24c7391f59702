package dev.signalbox.runtime.config;

import dev.signalbox.runtime.config.log.ConfiguredPublishers;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of the program itself. */
final class ProgramSettings {
    static final Setting<Integer> PORT = Setting.of(
            "signalbox.server.port",
            ValueTypes.wholeNumber(0, 65535),
            "8080",
            "The port of health, metrics and the administration API; 0 takes any free one.");
    static final Setting<String> ADDRESS = Setting.of(
            "signalbox.server.address",
            ValueTypes.text(255),
            "127.0.0.1",
            "The address to listen on; 0.0.0.0 listens on all.");
    static final Setting<Optional<Secret>> ADMIN_TOKEN = Setting.optional(
                    "signalbox.security.admin-token",
                    ValueTypes.token(16),
                    "The bearer token of the administration API; without one a random token is made at each start.")
            .variable("SIGNALBOX_ADMIN_TOKEN");
    static final Setting<Optional<Path>> TOKEN_FILE = Setting.optional(
                    "signalbox.security.token-file",
                    ValueTypes.filePath(),
                    "The file that a made token is written to when there is no terminal to show it on.")
            .orElse("`signalbox/admin-token-<port>` in `$XDG_STATE_HOME` or `~/.local/state`");
    static final Setting<Optional<String>> NODE_NAME = Setting.optional(
                    "signalbox.node-name", ValueTypes.name(), "What this node is called in logs, metrics and leases.")
            .orElse("host name and process id");
    static final Setting<Duration> GRACE = Setting.of(
            "signalbox.shutdown.grace",
            ValueTypes.duration("0s", "1h"),
            "35s",
            "How long a stop waits for requests under way; keep it longer than the longest request.");

    static final List<Setting<?>> ALL =
            List.of(PORT, ADDRESS, ADMIN_TOKEN, TOKEN_FILE, NODE_NAME, ConfiguredPublishers.PLUGINS, GRACE);

    /** The settings that only the standalone program has. */
    static final List<Setting<?>> OF_THE_PROGRAM_ALONE = List.of(PORT, ADDRESS, ADMIN_TOKEN, TOKEN_FILE);

    private ProgramSettings() {}
}
