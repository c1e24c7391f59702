package dev.signalbox.spring.relay;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows all problems with the settings of the relays at once. */
final class RelaySettingsFailureAnalyzer extends AbstractFailureAnalyzer<InvalidRelaySettingsException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidRelaySettingsException cause) {
        return new FailureAnalysis(
                "The relays cannot be started: " + cause.getMessage(),
                "Correct these settings, or leave out signalbox.relay.enabled if the application is to run no relay.",
                cause);
    }
}
