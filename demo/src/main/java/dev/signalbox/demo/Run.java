package dev.signalbox.demo;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.database.RunFolder;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.receiver.Receiver;
import dev.signalbox.demo.receiver.Weather;
import dev.signalbox.demo.shop.Shop;
import dev.signalbox.demo.view.Hints;
import dev.signalbox.demo.view.View;
import dev.signalbox.server.config.ConfigException;
import dev.signalbox.server.web.CannotListen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/** One run of the demo: everything in it starts here and ends here, in the right order. */
final class Run implements AutoCloseable {
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final Clock clock;
    private final Ending ending;
    private final RunFolder folder;
    private final ShopDatabase database;
    private final Shop shop;
    private final Weather weather;
    private final Receiver receiver;
    private final RelayNode node;
    private final TableWatch tables;
    private final Thread tableThread;
    private final Ending watchEnding;
    private final Observer observer;
    private final Hints hints;

    /**
     * What was asked for.
     *
     * @param port of health and metrics, 0 for any
     */
    record Wishes(double rate, int port, long seed, boolean calm) {}

    /** What has to be there before the rest. */
    private record Ground(RunFolder folder, ShopDatabase database) {}

    static Run start(Wishes wishes, Clock clock, Ending ending)
            throws IOException, InterruptedException, SQLException, ConfigException, CannotListen {
        RunFolder folder = RunFolder.create();
        ShopDatabase database = null;
        try {
            LogFile.use(folder.file("server.log"));
            database = ShopDatabase.start(folder);
            return new Run(new Ground(folder, database), wishes, clock, ending);
        } catch (IOException
                | InterruptedException
                | SQLException
                | ConfigException
                | CannotListen
                | RuntimeException e) {
            if (database != null) {
                database.close();
            }
            folder.close();
            throw e;
        }
    }

    private Run(Ground ground, Wishes wishes, Clock clock, Ending ending)
            throws IOException, SQLException, ConfigException, CannotListen {
        this.clock = clock;
        this.ending = ending;
        this.folder = ground.folder();
        this.database = ground.database();
        SplittableRandom random = new SplittableRandom(wishes.seed());
        News news = new News(InstantSource.system());
        Shop.Habits habits = new Shop.Habits(wishes.rate(), wishes.calm());
        this.shop = new Shop(database, habits, random.split(), news, clock);
        this.weather = new Weather(random.split(), clock, wishes.calm());
        String token = randomToken();
        this.receiver = Receiver.start(token, shop.till(), weather, news);
        Path configuration = folder.file("relay.yaml");
        Files.writeString(configuration, Configuration.yaml(database, receiver.port(), token, randomToken()));
        try {
            this.node = RelayNode.start(configuration, wishes.port());
        } catch (ConfigException | CannotListen | RuntimeException e) {
            receiver.close();
            throw e;
        }
        this.watchEnding = new Ending(clock);
        this.tables = new TableWatch(database, news, watchEnding, clock);
        this.tableThread = Thread.ofVirtual().name("tables").start(tables);
        this.observer = new Observer(shop.till(), receiver, node, tables, news, clock);
        this.hints = new Hints(node.port(), database.port(), configuration, folder.file("server.log"), wishes.seed());
        shop.open();
    }

    /** Shows what happens until the time is over or the end is asked for, and then until all is delivered. */
    void watch(Function<Hints, View> views, Duration duration) throws InterruptedException, SQLException {
        try (View view = views.apply(hints)) {
            long end = clock.nanos() + duration.toNanos();
            do {
                view.show(observer.look(Snapshot.Phase.RUNNING));
            } while (clock.nanos() < end
                    && ending.waitUntil(
                            Math.min(end, clock.nanos() + view.every().toNanos())));
            shop.close();
            weather.clearUp();
            drain(view);
        }
    }

    /** Ends the relay, and compares what the tables say with what the receiver has. */
    Summary settle() throws InterruptedException, SQLException {
        List<String> unknown = node.stop();
        watchEnding.begin();
        tableThread.join();
        Snapshot.Sold sold = new Snapshot.Sold(
                shop.till().orders(), shop.till().messages(), shop.till().rolledBack());
        try (Connection connection = database.connect("demo-audit")) {
            Audit audit = Audit.of(connection, receiver);
            Summary summary = new Summary(sold, audit, receiver.totals(), unknown);
            if (!summary.promisesKept()) {
                folder.keep();
            }
            return summary;
        }
    }

    @Override
    public void close() throws IOException {
        watchEnding.begin();
        receiver.close();
        database.close();
        folder.close();
    }

    private void drain(View view) throws InterruptedException, SQLException {
        Ending never = new Ending(clock);
        long end = clock.nanos() + DRAIN.toNanos();
        try (Connection connection = database.connect("demo-drain")) {
            Snapshot.Table left = TableWatch.count(connection);
            while (left.pending() + left.processing() > 0 && clock.nanos() < end) {
                view.show(observer.look(Snapshot.Phase.DRAINING));
                never.waitUntil(clock.nanos() + view.every().toNanos() / 2);
                left = TableWatch.count(connection);
            }
        }
        view.show(observer.look(Snapshot.Phase.DRAINING));
    }

    private static String randomToken() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
