package dev.signalbox.demo;

import dev.signalbox.demo.examples.Example;
import dev.signalbox.demo.examples.ExampleAudit;
import dev.signalbox.demo.examples.RelayLines;
import dev.signalbox.demo.notifications.NotificationsExample;
import dev.signalbox.demo.orders.OrdersExample;
import dev.signalbox.demo.view.Hints;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The examples that are shown beside the shop: none, one or both. */
record Examples(Optional<OrdersExample> orders, Optional<NotificationsExample> notifications) {
    private List<Example<?, ?>> all() {
        return Stream.<Optional<? extends Example<?, ?>>>of(orders, notifications)
                .<Example<?, ?>>flatMap(Optional::stream)
                .toList();
    }

    /** What the nodes are told to deliver them with. */
    List<RelayLines> relays() {
        return all().stream().<RelayLines>map(Example::relay).toList();
    }

    /** Has their programs started when it is time for that, one example after the other, so that both come up sooner. */
    void begin(BooleanSupplier time) {
        orders.ifPresent(it -> it.begin(time));
        notifications.ifPresent(it -> it.begin(() ->
                time.getAsBoolean() && orders.map(OrdersExample::hasStarted).orElse(true)));
    }

    /** Whether each has come up, or never will. */
    boolean haveStarted() {
        return all().stream().allMatch(Example::hasStarted);
    }

    /** What keeps one of them from going on. */
    Optional<String> failure() {
        return all().stream().flatMap(it -> it.failure().stream()).findFirst();
    }

    /** Those who use them, who end what they have begun. */
    void sendHome() throws InterruptedException {
        for (Example<?, ?> example : all()) {
            example.sendHome();
        }
    }

    boolean areDone() throws SQLException, InterruptedException {
        for (Example<?, ?> example : all()) {
            if (!example.isDone()) {
                return false;
            }
        }
        return true;
    }

    Snapshot.ExampleViews latest() {
        return new Snapshot.ExampleViews(
                orders.map(OrdersExample::latest), notifications.map(NotificationsExample::latest));
    }

    Optional<Hints.Orders> ordersHints() {
        return orders.map(it -> new Hints.Orders(it.service(), it.consumer(), OrdersExample.CUSTOMER));
    }

    Optional<Hints.Notifications> notificationsHints() {
        return notifications.map(it -> new Hints.Notifications(it.listeners(), NotificationsExample.USER));
    }

    /**
     * Compares both ends of each.
     *
     * @param faults that the comparison was impossible is a fault, too, and added here
     */
    ExampleAudits audit(List<String> faults) throws InterruptedException, SQLException {
        return new ExampleAudits(audit(orders, faults), audit(notifications, faults));
    }

    private static <A extends ExampleAudit> Optional<A> audit(
            Optional<? extends Example<A, ?>> example, List<String> faults) throws InterruptedException, SQLException {
        try {
            return example.isPresent() ? example.get().audit() : Optional.empty();
        } catch (IOException e) {
            faults.add(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
