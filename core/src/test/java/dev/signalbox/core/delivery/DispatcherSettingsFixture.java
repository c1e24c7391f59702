package dev.signalbox.core.delivery;

import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.time.Duration;

/** Settings of a dispatcher under test: defaults, with changes for what the test is about. */
final class DispatcherSettingsFixture {
    Ordering ordering = Ordering.BLOCK;
    boolean holdExhausted;
    int maxRetries = 3;
    Backoff backoff = new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0);
    SinkLimits sink = new SinkLimits(100, 1_000_000);
    int requests = 10;
    DispatcherSettings.Buffer buffer = new DispatcherSettings.Buffer(1_000, 1_000_000, 500);
    PollSchedule.Settings polling = PollSchedule.Settings.every(Duration.ofSeconds(1));
    Duration retryAfterCap = Duration.ofMinutes(1);
    DispatcherSettings.Maintenance maintenance =
            new DispatcherSettings.Maintenance(Duration.ofMinutes(1), Duration.ZERO);
    Permits permits = new SharedPermits(Integer.MAX_VALUE, new ProcessRequests()).share(() -> {});
    RetryPolicy.UnansweredPolicy unanswered = RetryPolicy.UnansweredPolicy.REPEAT;

    static DispatcherSettingsFixture block() {
        return new DispatcherSettingsFixture();
    }

    static DispatcherSettingsFixture ordering(Ordering ordering) {
        DispatcherSettingsFixture dispatcherSettingsFixture = new DispatcherSettingsFixture();
        dispatcherSettingsFixture.ordering = ordering;
        return dispatcherSettingsFixture;
    }

    DispatcherSettingsFixture holdExhausted() {
        holdExhausted = true;
        return this;
    }

    DispatcherSettingsFixture maxRetries(int max) {
        maxRetries = max;
        return this;
    }

    DispatcherSettingsFixture backoff(Backoff delays) {
        backoff = delays;
        return this;
    }

    DispatcherSettingsFixture batch(int messages) {
        sink = new SinkLimits(messages, sink.bytes());
        return this;
    }

    DispatcherSettingsFixture batchBytes(long bytes) {
        sink = new SinkLimits(sink.messages(), bytes);
        return this;
    }

    DispatcherSettingsFixture requests(int max) {
        requests = max;
        return this;
    }

    DispatcherSettingsFixture buffer(int messages, long bytes, int perFetch) {
        buffer = new DispatcherSettings.Buffer(messages, bytes, perFetch);
        return this;
    }

    DispatcherSettingsFixture pollEvery(Duration interval) {
        polling = PollSchedule.Settings.every(interval);
        return this;
    }

    DispatcherSettingsFixture retryAfterCap(Duration cap) {
        retryAfterCap = cap;
        return this;
    }

    DispatcherSettingsFixture maintenance(Duration recoverEvery, Duration sweepEvery) {
        maintenance = new DispatcherSettings.Maintenance(recoverEvery, sweepEvery);
        return this;
    }

    DispatcherSettingsFixture permits(Permits shared) {
        permits = shared;
        return this;
    }

    DispatcherSettingsFixture atMostOnce() {
        unanswered = RetryPolicy.UnansweredPolicy.PARK;
        return this;
    }

    DispatcherSettings settings() {
        var retry = new RetryPolicy(maxRetries, backoff, unanswered);
        return new DispatcherSettings(
                ordering, holdExhausted, retry, sink, requests, buffer, polling, retryAfterCap, maintenance);
    }

    /** A dispatcher that owns its relay and has recovered, over an outbox with these rows. */
    DispatcherDriver outbox(String... ids) {
        var driver = new DispatcherDriver(settings(), permits);
        driver.insert(ids);
        driver.own();
        driver.run();
        return driver;
    }
}
