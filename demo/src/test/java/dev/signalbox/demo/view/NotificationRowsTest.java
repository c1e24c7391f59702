package dev.signalbox.demo.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.Snapshot;
import dev.signalbox.demo.examples.Arrivals;
import dev.signalbox.demo.notifications.NotificationsView;
import dev.signalbox.demo.notifications.Told;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NotificationRowsTest {
    private static final Hints HINTS = new Hints(
            8080,
            "psql postgresql://shop:shop@127.0.0.1:54321/shop",
            Path.of("/tmp/signalbox-demo-x/relay.yaml"),
            Optional.empty(),
            Optional.empty(),
            Optional.of(new Hints.Notifications(URI.create("http://127.0.0.1:54325"), 11)),
            Path.of("/tmp/x/*.log"),
            42);

    @Test
    void threeLinesSayWhatGuestsAskForWhatRabbitMqHasAndWhoWasTold() {
        assertThat(lines(view(Optional.empty(), 0, 12)))
                .contains(" guests    123 reserved, 234 ordered        1,210 events recorded")
                .contains(" RabbitMQ  ● up, 1,234 events, 12 twice     ● both sides agree")
                .contains(" told      restaurant 1,000  customer 900  agency 80  admin 7  ");
    }

    @Test
    void whileRabbitMqIsAwayTheListenersFallBehind() {
        assertThat(lines(view(Optional.of(Duration.ofMillis(3200)), 18, 12)))
                .contains(" RabbitMQ  ✕ killed 3.2 s ago, 1,234 events ◌ 18 behind, agreed 2.5 s ago");
    }

    @Test
    void beforeItIsUpItSaysWhatStarts() {
        assertThat(lines(NotificationsView.NOT_UP))
                .contains(" guests    ◌ starting RabbitMQ, two services and listeners");
    }

    @Test
    void everythingStillFitsTheUsualTerminal() {
        List<String> lines = lines(view(Optional.of(Duration.ofMillis(3200)), 18, 12));

        assertThat(lines)
                .hasSizeLessThanOrEqualTo(24)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(String.join("\n", lines)).contains("order violations 0", "news 40", "Ctrl-C");
    }

    @Test
    void anOvertakenEventIsAViolation() {
        NotificationsView overtaken = new NotificationsView(
                NotificationsView.State.UP,
                1,
                0,
                2,
                new Arrivals(2, 0, 1),
                Optional.empty(),
                List.of(),
                0,
                true,
                Duration.ZERO);

        assertThat(String.join("\n", lines(overtaken))).contains("order violations 1");
    }

    @Test
    void withoutATerminalItHasALineToo() {
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            new PlainView(out, HINTS).show(snapshot(view(Optional.of(Duration.ofSeconds(1)), 18, 12)));
        }

        assertThat(text.toString())
                .contains("told     curl http://127.0.0.1:54325/api/users/11/notifications")
                .contains("audit    curl http://127.0.0.1:54325/api/audit")
                .contains("guests reserved 123 ordered 234 events 1210; RabbitMQ killed events 1234 twice 12;"
                        + " told restaurant 1000 customer 900 agency 80 admin 7 behind 18, agreed 2.5 s ago");
    }

    private static List<String> lines(NotificationsView view) {
        return new Frame(new Palette(false), HINTS, ZoneOffset.UTC).lines(snapshot(view), TerminalSize.USUAL);
    }

    private static Snapshot snapshot(NotificationsView view) {
        return FrameTest.snapshot(
                FrameTest.SPREAD, new Snapshot.ExampleViews(Optional.of(FrameTest.orders(0, true)), Optional.of(view)));
    }

    private static NotificationsView view(Optional<Duration> down, long behind, long repeats) {
        return new NotificationsView(
                NotificationsView.State.UP,
                123,
                234,
                1210,
                new Arrivals(1234, repeats, 0),
                down,
                List.of(
                        new Told("RESTAURANT", 1000, 1000),
                        new Told("CUSTOMER", 900, 900),
                        new Told("AGENCY", 80, 80),
                        new Told("ADMIN", 7, 7)),
                behind,
                behind == 0,
                Duration.ofMillis(2500));
    }
}
