package dev.signalbox.demo.view;

import dev.signalbox.demo.orders.OrdersView;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Lays the orders example out in two lines: what customers do and Kafka gets, and what the consumer makes of it. */
final class OrderRows {
    private static final int SECOND = 33;

    private final Palette palette;
    private final int label;

    /** @param label the width of what is at the left of all lines */
    OrderRows(Palette palette, int label) {
        this.palette = palette;
        this.label = label;
    }

    List<Row> of(Optional<OrdersView> shown, int width) {
        if (shown.isEmpty()) {
            return List.of();
        }
        OrdersView now = shown.get();
        Row orders = row("orders", width);
        Row consumer = row("consumer", width);
        return switch (now.state()) {
            case STARTING ->
                List.of(
                        orders.add("◌ starting", palette::notable).add(" Kafka, the order service and its consumer"),
                        consumer);
            case UP -> List.of(placed(orders, now), sums(consumer, now));
        };
    }

    private Row placed(Row row, OrdersView now) {
        figure(row, now.placed(), " placed");
        figure(row.add(", "), now.changes(), " changed").to(label + SECOND);
        figure(row, now.kafka().events(), " events on Kafka");
        return now.kafka().repeats() == 0
                ? row
                : row.add(", " + Frame.number(now.kafka().repeats()) + " twice", palette::dim);
    }

    private Row sums(Row row, OrdersView now) {
        figure(row, now.added(), " added up").to(label + SECOND);
        return agreement(now).on(row, palette);
    }

    private static Agreement agreement(OrdersView now) {
        return new Agreement("sums agree", "sums agreed", now.agree(), now.behind(), now.sinceAgreed());
    }

    /** In a few words, for a line of its own. */
    static String brief(OrdersView now) {
        return switch (now.state()) {
            case STARTING -> "orders starting";
            case UP ->
                String.format(
                        Locale.ROOT,
                        "orders placed %d changed %d; Kafka events %d twice %d; consumer added %d %s",
                        now.placed(),
                        now.changes(),
                        now.kafka().events(),
                        now.kafka().repeats(),
                        now.added(),
                        agreement(now).brief());
        };
    }

    private Row row(String name, int width) {
        return new Row(width).add(" " + name, palette::dim).to(label);
    }

    private Row figure(Row row, long value, String unit) {
        return row.add(Frame.number(value), palette::strong).add(unit);
    }
}
