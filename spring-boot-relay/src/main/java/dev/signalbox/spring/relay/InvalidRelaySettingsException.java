package dev.signalbox.spring.relay;

import dev.signalbox.runtime.config.ApplicationSettings;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.settings.ConfigException;

/** The settings of the relays are invalid; the message lists all problems. */
public final class InvalidRelaySettingsException extends RuntimeException {
    private InvalidRelaySettingsException(ConfigException cause) {
        super(cause.getMessage(), cause);
    }

    static ServerConfig load(ApplicationSettings settings) {
        try {
            return new ConfigLoader(ProcessEnvironment.ofProcess()).load(settings);
        } catch (ConfigException e) {
            throw new InvalidRelaySettingsException(e);
        }
    }
}
