package dev.signalbox.demo;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.bank.Bank;
import dev.signalbox.demo.database.DatabaseKind;
import dev.signalbox.demo.database.Installation;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.nodes.Nodes;
import dev.signalbox.demo.receiver.Receiver;
import dev.signalbox.demo.receiver.Weather;
import dev.signalbox.demo.shop.Shop;
import dev.signalbox.demo.view.Hints;
import dev.signalbox.demo.view.View;
import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;

/** One run of the demo: everything in it starts here and ends here, in the right order. */
final class Run implements AutoCloseable {
    private static final Duration DRAIN = Duration.ofSeconds(30);

    private final Clock clock;
    private final StopSignal ending;
    private final OpenResources belongings;
    private final RunFolder folder;
    private final ShopDatabase database;
    private final Shop shop;
    private final Optional<Bank> bank;
    private final Examples examples;
    private final Weather weather;
    private final Receiver receiver;
    private final Nodes nodes;
    private final List<Thread> watches = new ArrayList<>();
    private final Optional<PairWatch> pairs;
    private final StopSignal watchEnding;
    private final Observer observer;
    private final Hints hints;

    /** What was asked for. */
    record Wishes(DatabaseKind database, double rate, long seed, boolean calm, Beside beside, Nodes.Wishes nodes) {}

    /** Which examples are shown beside the shop. */
    record Beside(boolean orders, boolean notifications) {}

    /** What comes from outside. */
    record Surroundings(Clock clock, StopSignal ending, Consumer<String> progress) {}

    static Run start(Wishes wishes, Surroundings around) throws IOException, InterruptedException, SQLException {
        OpenResources belongings = new OpenResources();
        boolean started = false;
        try {
            Run run = new Run(wishes, around, belongings);
            started = true;
            return run;
        } finally {
            if (!started) {
                belongings.close();
            }
        }
    }

    private Run(Wishes wishes, Surroundings around, OpenResources belongings)
            throws IOException, InterruptedException, SQLException {
        this.clock = around.clock();
        this.ending = around.ending();
        this.belongings = belongings;
        Installation installation = wishes.database().find(System.getenv());
        ExamplesWanted wanted =
                ExamplesWanted.find(wishes.beside().orders(), wishes.beside().notifications());
        this.folder = RunFolder.create();
        belongings.add(folder::close);
        LogFile.use(folder.file("demo.log"));
        around.progress().accept(wanted.titles(wishes.database().title()));
        wanted.startBrokers(folder, belongings);
        this.database = installation.start(folder);
        belongings.add(database::close);
        SplittableRandom random = new SplittableRandom(wishes.seed());
        News news = new News(InstantSource.system());
        Shop.Habits habits = new Shop.Habits(wishes.rate(), wishes.calm());
        this.shop = new Shop(database, habits, random.split(), news, clock);
        this.weather = new Weather(random.split(), clock, wishes.calm());
        this.bank = database.hasEventLogs()
                ? Optional.of(Bank.found(database, wishes.rate(), random.split(), news, clock))
                : Optional.empty();
        bank.ifPresent(it -> belongings.add(it::close));
        this.examples = wanted.prepare(
                new ExamplesWanted.Surroundings(database, folder, news, clock),
                new ExamplesWanted.Pace(wishes.rate(), wishes.nodes().killEvery()),
                random,
                belongings);
        String token = Passwords.random();
        this.receiver = Receiver.start(token, shop.till(), weather, news);
        belongings.add(receiver::close);
        String adminToken = Passwords.random();
        Path configuration = folder.write(
                "relay.yaml", Configuration.yaml(database, receiver.port(), token, adminToken, examples.relays()));
        around.progress().accept("the nodes; the shop opens meanwhile");
        Nodes.Ground ground = new Nodes.Ground(folder, configuration, adminToken, database);
        this.nodes = Nodes.start(wishes.nodes(), ground, receiver, news, clock);
        belongings.add(nodes::close);
        examples.begin(() -> nodes.latest().areUp());
        this.watchEnding = new StopSignal(clock);
        belongings.add(watchEnding::begin);
        TableWatch tables = new TableWatch(database, news, watchEnding, clock);
        watches.add(Thread.ofVirtual().name("tables").start(tables));
        this.pairs = bank.map(it -> new PairWatch(it, nodes, receiver.wallets(), watchEnding, clock));
        pairs.ifPresent(it -> watches.add(Thread.ofVirtual().name("pairs").start(it)));
        this.observer =
                new Observer(shop.till(), receiver, nodes, tables, this::wallets, examples::latest, news, clock);
        this.hints = new Hints(
                nodes.port(),
                database.client(),
                configuration,
                bank.map(Bank::uri),
                examples.ordersHints(),
                examples.notificationsHints(),
                folder.file("*.log"),
                wishes.seed());
        shop.open();
        bank.ifPresent(Bank::open);
    }

    /**
     * Shows what happens until the time is over or the end is asked for, and then until all is delivered. The time begins when
     * the examples are up.
     */
    void watch(Function<Hints, View> views, Duration duration) throws InterruptedException, SQLException, IOException {
        try (View view = views.apply(hints)) {
            while (!examples.haveStarted() && goesOn(view, Long.MAX_VALUE)) {
                failIfAPartDoes();
            }
            long end = clock.nanos() + duration.toNanos();
            do {
                failIfAPartDoes();
            } while (goesOn(view, end));
            shop.close();
            if (bank.isPresent()) {
                bank.get().stop();
            }
            examples.sendHome();
            weather.clearUp();
            nodes.spare();
            drain(view);
        }
    }

    /** Ends the nodes, and compares what the tables say with what the receiver has. */
    Summary settle() throws InterruptedException, SQLException {
        int kills = nodes.latest().kills();
        // A node that stops has less to say of its pairs than it had before.
        watchEnding.begin();
        for (Thread watch : watches) {
            watch.join();
        }
        List<String> faults = nodes.stop();
        Snapshot.Sold sold = new Snapshot.Sold(
                shop.till().orders(), shop.till().messages(), shop.till().rolledBack());
        ExampleAudits exampleAudits = examples.audit(faults);
        try (Connection connection = database.connect("demo-audit")) {
            Audit audit = Audit.of(connection, receiver);
            Summary summary = new Summary(sold, audit, receiver.totals(), kills, faults, auditWallets(), exampleAudits);
            if (!summary.promisesKept()) {
                folder.keep();
            }
            return summary;
        }
    }

    private Optional<Summary.Wallets> auditWallets() throws SQLException {
        if (bank.isEmpty()) {
            return Optional.empty();
        }
        try (Connection connection = database.connectAsRelay("demo-audit")) {
            if (!WalletAudit.isPossible(connection, database)) {
                return Optional.empty();
            }
            WalletAudit audit = WalletAudit.of(connection, database, receiver.wallets());
            return Optional.of(new Summary.Wallets(bank.get().sums(), audit, wallets()));
        }
    }

    private Snapshot.Wallets wallets() {
        return pairs.map(PairWatch::latest).orElse(Snapshot.Wallets.NONE);
    }

    @Override
    public void close() throws IOException {
        belongings.close();
    }

    /** Shows how things are, and waits for a moment. Returns false when the time is over, or the end is asked for. */
    private boolean goesOn(View view, long end) throws InterruptedException {
        view.show(observer.look(Snapshot.Phase.RUNNING));
        long now = clock.nanos();
        return now < end && ending.waitUntil(Math.min(end, now + view.every().toNanos()));
    }

    private void failIfAPartDoes() throws IOException {
        Optional<String> failure = nodes.latest().failure().or(examples::failure);
        if (failure.isPresent()) {
            folder.keep();
            throw new IOException(failure.get());
        }
    }

    private void drain(View view) throws InterruptedException, SQLException {
        StopSignal never = new StopSignal(clock);
        long end = clock.nanos() + DRAIN.toNanos();
        try (Connection connection = database.connect("demo-drain")) {
            while (!isDrained(connection) && clock.nanos() < end) {
                view.show(observer.look(Snapshot.Phase.DRAINING));
                never.waitUntil(clock.nanos() + view.every().toNanos() / 2);
            }
        }
        view.show(observer.look(Snapshot.Phase.DRAINING));
    }

    private boolean isDrained(Connection connection) throws InterruptedException, SQLException {
        Snapshot.Table left = TableWatch.count(connection);
        return left.pending() + left.processing() == 0
                && (pairs.isEmpty() || pairs.get().isAllDone())
                && examples.areDone();
    }
}
