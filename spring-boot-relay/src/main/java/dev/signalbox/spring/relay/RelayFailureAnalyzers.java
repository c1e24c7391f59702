package dev.signalbox.spring.relay;

import dev.signalbox.runtime.publisher.PublisherLookupException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains why the relays could not be started, as Spring Boot does for its own settings. */
final class RelayFailureAnalyzers {
    private RelayFailureAnalyzers() {}

    /** Shows all problems with the settings of the relays at once. */
    static final class Settings extends AbstractFailureAnalyzer<InvalidRelaySettingsException> {
        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, InvalidRelaySettingsException cause) {
            return new FailureAnalysis(
                    "The relays cannot be started: " + cause.getMessage(),
                    "Correct these settings, or leave out signalbox.relay.enabled if the application is to run no relay.",
                    cause);
        }
    }

    /** Shows which publisher of a log was not found. */
    static final class Publisher extends AbstractFailureAnalyzer<PublisherLookupException> {
        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, PublisherLookupException cause) {
            return new FailureAnalysis(
                    "The relays cannot be started: " + cause.getMessage(),
                    "Put the publisher's class on the class path of the application, or correct its name.",
                    cause);
        }
    }
}
