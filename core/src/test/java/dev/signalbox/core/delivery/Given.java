package dev.signalbox.core.delivery;

import dev.signalbox.core.sink.SinkLimits;
import java.time.Duration;

/** Settings of a dispatcher under test: plain ones, of which a test names what it is about. */
final class Given {
    Ordering ordering = Ordering.BLOCK;
    boolean holdExhausted;
    int maxRetries = 3;
    Backoff backoff = new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0);
    SinkLimits sink = new SinkLimits(100, 1_000_000);
    int requests = 10;
    DispatcherSettings.Buffer buffer = new DispatcherSettings.Buffer(1_000, 1_000_000, 500);
    Pace.Settings pace = Pace.Settings.every(Duration.ofSeconds(1));
    Duration retryAfterCap = Duration.ofMinutes(1);
    DispatcherSettings.Chores chores = new DispatcherSettings.Chores(Duration.ofMinutes(1), Duration.ZERO);
    Permits permits = Permits.unlimited();
    RetryPolicy.Unanswered unanswered = RetryPolicy.Unanswered.REPEAT;

    static Given block() {
        return new Given();
    }

    static Given ordering(Ordering ordering) {
        Given given = new Given();
        given.ordering = ordering;
        return given;
    }

    Given holdExhausted() {
        holdExhausted = true;
        return this;
    }

    Given maxRetries(int max) {
        maxRetries = max;
        return this;
    }

    Given backoff(Backoff delays) {
        backoff = delays;
        return this;
    }

    Given batch(int messages) {
        sink = new SinkLimits(messages, sink.bytes());
        return this;
    }

    Given batchBytes(long bytes) {
        sink = new SinkLimits(sink.messages(), bytes);
        return this;
    }

    Given requests(int max) {
        requests = max;
        return this;
    }

    Given buffer(int messages, long bytes, int perFetch) {
        buffer = new DispatcherSettings.Buffer(messages, bytes, perFetch);
        return this;
    }

    Given pollEvery(Duration interval) {
        pace = Pace.Settings.every(interval);
        return this;
    }

    Given retryAfterCap(Duration cap) {
        retryAfterCap = cap;
        return this;
    }

    Given chores(Duration recoverEvery, Duration sweepEvery) {
        chores = new DispatcherSettings.Chores(recoverEvery, sweepEvery);
        return this;
    }

    Given permits(Permits shared) {
        permits = shared;
        return this;
    }

    Given atMostOnce() {
        unanswered = RetryPolicy.Unanswered.PARK;
        return this;
    }

    DispatcherSettings settings() {
        var retry = new RetryPolicy(maxRetries, backoff, unanswered);
        return new DispatcherSettings(
                ordering, holdExhausted, retry, sink, requests, buffer, pace, retryAfterCap, chores);
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
