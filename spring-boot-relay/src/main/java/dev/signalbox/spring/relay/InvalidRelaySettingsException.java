package dev.signalbox.spring.relay;

import dev.signalbox.runtime.config.ApplicationSettings;
import dev.signalbox.runtime.config.ConfigException;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.Surroundings;

/** The settings of the relays cannot be used; the message lists everything that is wrong with them. */
public final class InvalidRelaySettingsException extends RuntimeException {
    private InvalidRelaySettingsException(ConfigException cause) {
        super(cause.getMessage(), cause);
    }

    static ServerConfig load(ApplicationSettings settings) {
        try {
            return new ConfigLoader(Surroundings.ofProcess()).load(settings);
        } catch (ConfigException e) {
            throw new InvalidRelaySettingsException(e);
        }
    }
}
