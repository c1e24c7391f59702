package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.ValueTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of the program itself. */
final class ProgramSettings {
    private static final SettingGroup GROUP = new SettingGroup("signalbox");
    static final Setting<Integer> PORT = GROUP.number("server.port", 0, 65535, "8080")
            .means("The port of health, metrics and the administration API; 0 takes any free one.");
    static final Setting<String> ADDRESS =
            GROUP.text("server.address", 255, "127.0.0.1").means("The address to listen on; 0.0.0.0 listens on all.");
    static final Setting<Optional<Secret>> ADMIN_TOKEN = GROUP.optional("security.admin-token", ValueTypes.token(16))
            .variable("SIGNALBOX_ADMIN_TOKEN")
            .means("The bearer token of the administration API; without one each start creates a random token.");
    static final Setting<Optional<Path>> TOKEN_FILE = GROUP.optional("security.token-file", ValueTypes.path("file"))
            .orElse("`signalbox/admin-token-<port>` in `$XDG_STATE_HOME` or `~/.local/state`")
            .means("The file for a random token if there is no terminal to show it on.");
    static final Setting<Optional<String>> NODE_NAME = GROUP.optional("node-name", ValueTypes.name())
            .orElse("host name and process id")
            .means("The name of this node in logs, metrics and leases.");
    static final Setting<Optional<Path>> PLUGINS = GROUP.optional("plugins", ValueTypes.path("directory"))
            .means("The directory of jars with publishers of your own.");
    static final Setting<Duration> GRACE = GROUP.duration("shutdown.grace", "0s", "1h", "35s")
            .means("How long a stop waits for running requests; keep it longer than the longest request.");

    static final List<Setting<?>> ALL = GROUP.all();

    /** The settings that only the standalone program has. */
    static final List<Setting<?>> OF_THE_PROGRAM_ALONE = List.of(PORT, ADDRESS, ADMIN_TOKEN, TOKEN_FILE);

    private ProgramSettings() {}
}
