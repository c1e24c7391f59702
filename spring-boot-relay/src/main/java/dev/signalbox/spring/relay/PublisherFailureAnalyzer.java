package dev.signalbox.spring.relay;

import dev.signalbox.runtime.publisher.PublisherLookupException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows which publisher of a log was not found. */
final class PublisherFailureAnalyzer extends AbstractFailureAnalyzer<PublisherLookupException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PublisherLookupException cause) {
        return new FailureAnalysis(
                "The relays cannot be started: " + cause.getMessage(),
                "Put the publisher's class on the class path of the application, or correct its name.",
                cause);
    }
}
