package dev.signalbox.demo;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.examples.ExampleJar;
import dev.signalbox.demo.examples.Ground;
import dev.signalbox.demo.notifications.NotificationsExample;
import dev.signalbox.demo.notifications.RabbitBroker;
import dev.signalbox.demo.orders.Broker;
import dev.signalbox.demo.orders.OrdersExample;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;

/** The examples that were asked for, before there is a database for them. Their brokers take as long as it to start, and need nothing of it. */
final class ExamplesWanted {
    private final Optional<ExampleJar> ordersJar;
    private final Optional<ExampleJar> notificationsJar;
    private Optional<Broker> kafka = Optional.empty();
    private Optional<RabbitBroker> rabbit = Optional.empty();

    /** How busy the shop is, and how often a node is killed; what happens in the examples goes by that. */
    record Pace(double shopRate, Duration killEvery) {}

    private ExamplesWanted(Optional<ExampleJar> ordersJar, Optional<ExampleJar> notificationsJar) {
        this.ordersJar = ordersJar;
        this.notificationsJar = notificationsJar;
    }

    /**
     * Finds what they need, and starts nothing.
     *
     * @throws IOException if something is missing; its message says what to do
     */
    static ExamplesWanted find(boolean withOrders, boolean withNotifications) throws IOException {
        Optional<String> why = withNotifications ? LocalRabbit.whyNot() : Optional.empty();
        if (why.isPresent()) {
            throw new IOException("--rabbitmq needs a RabbitMQ to start, but " + why.get());
        }
        return new ExamplesWanted(
                withOrders ? Optional.of(ExampleJar.find(ExampleJar.Kind.ORDERS)) : Optional.empty(),
                withNotifications ? Optional.of(ExampleJar.find(ExampleJar.Kind.NOTIFICATIONS)) : Optional.empty());
    }

    /** What is started beside the database, to be told. */
    String titles(String database) {
        if (ordersJar.isPresent() && notificationsJar.isPresent()) {
            return database + ", Kafka and RabbitMQ";
        }
        return database + (ordersJar.isPresent() ? " and Kafka" : notificationsJar.isPresent() ? " and RabbitMQ" : "");
    }

    void startBrokers(RunFolder folder, OpenResources belongings) throws IOException {
        if (ordersJar.isPresent()) {
            Broker broker = Broker.startIn(folder.file("kafka"));
            belongings.add(broker::close);
            kafka = Optional.of(broker);
        }
        if (notificationsJar.isPresent()) {
            RabbitBroker broker = RabbitBroker.startIn(folder.file("rabbitmq"));
            belongings.add(broker::close);
            rabbit = Optional.of(broker);
        }
    }

    /** Makes their databases. */
    Examples prepare(Surroundings around, Pace pace, SplittableRandom random, OpenResources belongings)
            throws IOException, SQLException {
        SplittableRandom ordersRandom = random.split();
        SplittableRandom notificationsRandom = random.split();
        Optional<OrdersExample> orders = Optional.empty();
        Optional<NotificationsExample> notifications = Optional.empty();
        if (ordersJar.isPresent() && kafka.isPresent()) {
            OrdersExample example =
                    OrdersExample.prepare(around.ground(ordersJar.get()), kafka.get(), pace.shopRate(), ordersRandom);
            belongings.add(example::close);
            orders = Optional.of(example);
        }
        if (notificationsJar.isPresent() && rabbit.isPresent()) {
            NotificationsExample example = NotificationsExample.prepare(
                    around.ground(notificationsJar.get()),
                    rabbit.get(),
                    pace.shopRate(),
                    pace.killEvery(),
                    notificationsRandom);
            belongings.add(example::close);
            notifications = Optional.of(example);
        }
        return new Examples(orders, notifications);
    }

    /** What both live on. */
    record Surroundings(ShopDatabase database, RunFolder folder, News news, Clock clock) {
        private Ground ground(ExampleJar jar) {
            return new Ground(jar, database, folder, news, clock);
        }
    }
}
