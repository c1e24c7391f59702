package dev.signalbox.demo.view;

import dev.signalbox.demo.notifications.NotificationsView;
import dev.signalbox.demo.notifications.Told;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Lays the notifications example out in three lines: what guests do, what RabbitMQ gets, and who was told. */
final class NotificationRows {
    private static final int SECOND = 33;

    private final Palette palette;
    private final int label;

    /** @param label the width of what is at the left of all lines */
    NotificationRows(Palette palette, int label) {
        this.palette = palette;
        this.label = label;
    }

    List<Row> of(Optional<NotificationsView> shown, int width) {
        if (shown.isEmpty()) {
            return List.of();
        }
        NotificationsView now = shown.get();
        Row guests = row("guests", width);
        Row broker = row("RabbitMQ", width);
        Row told = row("told", width);
        return switch (now.state()) {
            case STARTING ->
                List.of(
                        guests.add("◌ starting", palette::notable).add(" RabbitMQ, two services and listeners"),
                        broker,
                        told);
            case UP -> List.of(asked(guests, now), broker(broker, now), told(told, now));
        };
    }

    private Row asked(Row row, NotificationsView now) {
        figure(row, now.reserved(), " reserved, ");
        figure(row, now.ordered(), " ordered").to(label + SECOND);
        return figure(row, now.events(), " events recorded");
    }

    private Row broker(Row row, NotificationsView now) {
        long repeats = now.queues().repeats();
        if (now.brokerDown().isPresent()) {
            row.add("✕ killed", palette::bad).add(" " + seconds(now.brokerDown().get()) + " ago, ", palette::dim);
            figure(row, now.queues().events(), " events");
        } else {
            figure(row.add("● up", palette::good).add(", "), now.queues().events(), " events")
                    .add(repeats == 0 ? "" : ", " + Frame.number(repeats) + " twice", palette::dim);
        }
        return agreement(now).on(row.add(" ").to(label + SECOND), palette);
    }

    private Row told(Row row, NotificationsView now) {
        for (Told told : now.told()) {
            row.add(name(told) + " ")
                    .add(Frame.number(told.made()), palette::strong)
                    .add("  ");
        }
        return row;
    }

    /** In a few words, for a line of its own. */
    static String brief(NotificationsView now) {
        return switch (now.state()) {
            case STARTING -> "notifications starting";
            case UP ->
                String.format(
                        Locale.ROOT,
                        "guests reserved %d ordered %d events %d; RabbitMQ %s events %d twice %d; told %s %s",
                        now.reserved(),
                        now.ordered(),
                        now.events(),
                        now.brokerDown().isEmpty() ? "up" : "killed",
                        now.queues().events(),
                        now.queues().repeats(),
                        now.told().stream()
                                .map(told -> name(told) + " " + told.made())
                                .collect(Collectors.joining(" ")),
                        agreement(now).brief());
        };
    }

    private static Agreement agreement(NotificationsView now) {
        return new Agreement("both sides agree", "agreed", now.agree(), now.behind(), now.sinceAgreed());
    }

    private static String name(Told told) {
        return told.audience().toLowerCase(Locale.ROOT);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }

    private Row row(String name, int width) {
        return new Row(width).add(" " + name, palette::dim).to(label);
    }

    private Row figure(Row row, long value, String unit) {
        return row.add(Frame.number(value), palette::strong).add(unit);
    }
}
