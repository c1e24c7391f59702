package dev.signalbox.testkit.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Command;
import dev.signalbox.core.delivery.Dispatcher;
import dev.signalbox.core.delivery.DispatcherListener;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.core.source.SourceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The real dispatcher over a follower, in virtual time; its sends are answered at random. */
final class LogRelay {
    private static final int MOST_COMMANDS = 1_000;

    final Incarnation owner;
    private final LogFollower follower;
    private final LogOracle oracle;
    private final RandomGenerator random;
    private final Dispatcher dispatcher;
    private final List<Command.Send> inFlight = new ArrayList<>();
    private boolean healthy;

    LogRelay(Incarnation owner, LogFollower follower, LogOracle oracle, RandomGenerator random, long now) {
        this.owner = owner;
        this.follower = follower;
        this.oracle = oracle;
        this.random = random;
        this.dispatcher = new Dispatcher(
                settings(),
                new SharedPermits(Integer.MAX_VALUE, new ProcessRequests()).share(() -> {}),
                new DispatcherListener() {
                    @Override
                    public void completed(Message message) {
                        oracle.recorded(position(message));
                    }

                    @Override
                    public void parked(Message message, String reason) {
                        oracle.recorded(position(message));
                    }

                    @Override
                    public void claimsLost(int messages) {
                        oracle.wrong(messages + " were not ours any more");
                    }
                });
        dispatcher.owned(owner, Long.MAX_VALUE, Shards.ALL, now);
    }

    private static DispatcherSettings settings() {
        var backoff = new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(10), 0.5);
        var maintenance = new DispatcherSettings.Maintenance(Duration.ofSeconds(20), Duration.ZERO);
        return new DispatcherSettings(
                Ordering.BLOCK,
                false,
                new RetryPolicy(2, backoff),
                new SinkLimits(4, 1 << 20),
                3,
                new DispatcherSettings.Buffer(12, 1 << 20, 8),
                PollSchedule.Settings.every(Duration.ofSeconds(1)),
                Duration.ofMinutes(1),
                maintenance);
    }

    private static long position(Message message) {
        return Long.parseLong(message.id());
    }

    void heal() {
        healthy = true;
    }

    long nextWakeup() {
        return dispatcher.nextWakeup();
    }

    boolean isQuiet() {
        return dispatcher.isQuiet() && dispatcher.status().waiting() == 0;
    }

    /** Does all that can be done at this moment, except answering. */
    void run(long now) {
        List<Command> commands = new ArrayList<>();
        for (int done = 0; done < MOST_COMMANDS; done += commands.size()) {
            commands.clear();
            dispatcher.advance(now, commands::add);
            if (commands.isEmpty()) {
                return;
            }
            commands.forEach(command -> carryOut(command, now));
        }
        oracle.wrong("it never pauses");
    }

    private void carryOut(Command command, long now) {
        switch (command) {
            case Command.Fetch fetch -> {
                try {
                    dispatcher.fetched(fetch, follower.claim(owner, fetch.request()), now);
                } catch (SourceException _) {
                    dispatcher.fetchFailed(fetch, now);
                }
            }
            case Command.Settle settle -> {
                settle.settlements().stream()
                        .filter(it -> it.verdict() instanceof Verdict.Park)
                        .forEach(it -> oracle.givenUp(position(it.message())));
                try {
                    dispatcher.settled(settle, follower.settle(owner, settle.settlements()), now);
                } catch (SourceException _) {
                    dispatcher.settleFailed(settle, now);
                }
            }
            case Command.Recover recover -> {
                try {
                    dispatcher.recovered(recover, follower.recover(owner), now);
                } catch (SourceException _) {
                    dispatcher.recoveryFailed(recover, now);
                }
            }
            case Command.EndAlone end -> dispatcher.aloneEnded(end);
            case Command.Sweep sweep -> dispatcher.swept(sweep, SweepResult.NOTHING, now);
            case Command.Send send -> {
                oracle.sent(send.batch().stream().map(LogRelay::position).toList());
                inFlight.add(send);
            }
        }
    }

    void answer(long now) {
        if (!inFlight.isEmpty()) {
            Command.Send send = inFlight.remove(random.nextInt(inFlight.size()));
            dispatcher.answered(send, answerTo(send), now);
        }
    }

    private Answer answerTo(Command.Send send) {
        if (!healthy && random.nextInt(10) == 0) {
            return new Answer.Whole(random.nextBoolean() ? new Outcome.Unavailable("down") : failed(send));
        }
        boolean oneByOne = random.nextBoolean();
        List<Outcome> outcomes = new ArrayList<>();
        for (Message message : send.batch()) {
            boolean ended =
                    oneByOne && !outcomes.isEmpty() && !outcomes.getLast().equals(Outcome.DELIVERED);
            outcomes.add(ended ? Outcome.NOT_ATTEMPTED : outcome(message));
        }
        return new Answer.Each(outcomes);
    }

    private Outcome failed(Command.Send send) {
        send.batch().forEach(message -> oracle.failed(position(message)));
        return new Outcome.Failed("500");
    }

    private Outcome outcome(Message message) {
        oracle.checkAttempts(position(message), message.attempts());
        if (position(message) % 11 == 3) {
            oracle.failed(position(message));
            return random.nextBoolean() ? new Outcome.Failed("poison") : new Outcome.Rejected("poison");
        }
        if (!healthy && random.nextInt(6) == 0) {
            oracle.failed(position(message));
            return new Outcome.Failed("now and then");
        }
        oracle.delivered(position(message));
        return Outcome.DELIVERED;
    }
}
