package dev.signalbox.benchmarks.load;

import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** One run: sends orders, waits for their events, and compares both. */
final class LoadRun {
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(50);
    private static final Duration LATE_DUPLICATES = Duration.ofMillis(500);

    private final LoadPlan plan;
    private final OrdersExample example;
    private final LoadState state;
    private final CountDownLatch stop;
    private final Consumer<String> output;
    private final Clock clock = Clock.SYSTEM;
    private final List<String> problems = new ArrayList<>();

    /** @param stop no further order is sent once it is zero */
    LoadRun(LoadPlan plan, OrdersExample example, String name, CountDownLatch stop, Consumer<String> output) {
        this.plan = plan;
        this.example = example;
        this.state = LoadState.of(name, plan.schedule(), plan.advanced());
        this.stop = stop;
        this.output = output;
    }

    LoadResult run() throws IOException, InterruptedException {
        if (example.kafka().isEmpty()) {
            return send(Optional.empty());
        }
        try (OrderEventReader reader = OrderEventReader.start(example.kafka().get(), state, InstantSource.system())) {
            return send(Optional.of(reader));
        }
    }

    private LoadResult send(Optional<OrderEventReader> reader) throws IOException, InterruptedException {
        long beginning = clock.nanos();
        OptionalLong pid = example.started().stream()
                .mapToLong(OrdersExample.Started::nodePid)
                .findFirst();
        LoadSampler sampler = new LoadSampler(
                state, pid, plan.interval(), sample -> output.accept(sample.toString()), beginning, clock);
        sampler.start();
        List<LoadSampler.Sample> samples;
        double seconds;
        try (OrderRequestSender sender =
                new OrderRequestSender(example.service(), plan.timeout(), plan.mostInFlight(), state, stop, clock)) {
            sender.sendAll(beginning);
            seconds = (clock.nanos() - beginning) / 1e9;
            if (!sender.awaitAnswers(plan.timeout().plus(plan.settle()))) {
                problems.add("some requests had neither an answer nor a timeout");
            }
            sampler.settle();
            if (reader.isPresent()) {
                awaitEvents();
            }
        } finally {
            samples = sampler.stop();
        }
        if (reader.isPresent()) {
            reader.get().stop().ifPresent(problems::add);
        }
        Optional<OrderEventCheck.Result> check = reader.map(_ -> state.check().result(state.orders()));
        Optional<SumComparison> sums = compareSums(check);
        return new LoadResult(plan, seconds, state.counters(), check, sums, problems, samples);
    }

    /** Waits as long as events arrive, and some time more. */
    private void awaitEvents() throws InterruptedException {
        long last = clock.nanos();
        long seen = state.check().seen();
        while (state.check().missing() > 0
                && clock.nanos() - last < plan.settle().toNanos()) {
            Thread.sleep(BETWEEN_CHECKS);
            if (state.check().seen() > seen) {
                seen = state.check().seen();
                last = clock.nanos();
            }
        }
        Thread.sleep(LATE_DUPLICATES);
    }

    private Optional<SumComparison> compareSums(Optional<OrderEventCheck.Result> check)
            throws IOException, InterruptedException {
        if (example.consumer().isEmpty()) {
            return Optional.empty();
        }
        boolean uncertain = check.map(result -> result.uncertain() > 0)
                .orElse(state.counters().errors().sum() > 0);
        if (example.started().isEmpty() && uncertain) {
            output.accept("the sums are not compared: the result of some requests is unknown");
            return Optional.empty();
        }
        output.accept("comparing the consumer's sums with the service's …");
        Map<String, String> expected = example.started().isPresent()
                ? SumComparison.ofTable(example.started().get().orders())
                : SumComparison.ofAnswers(state);
        List<String> customers = state.orders().customers();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return Optional.of(SumComparison.await(
                    expected,
                    () -> SumComparison.ofConsumer(example.consumer().orElseThrow(), customers, http),
                    plan.settle(),
                    clock));
        }
    }
}
