package dev.signalbox.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.process.ProcessExit;
import dev.signalbox.testkit.server.RequiredServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo with the notifications example. */
@Timeout(360)
class RabbitDemoProcessTest {
    @Test
    void whereNoRabbitMqIsInstalledItSaysWhatToDoAndStartsNothing() throws Exception {
        try (DemoProcess demo = DemoProcess.start(Map.of("SIGNALBOX_RABBITMQ", "/nowhere"), "--rabbitmq")) {
            assertThat(demo.rest())
                    .contains(
                            "the demo cannot run: --rabbitmq needs a RabbitMQ to start, but RabbitMQ is not installed")
                    .contains("not in /nowhere", "sudo apt install rabbitmq-server")
                    .doesNotContain("starting");
            assertThat(demo.process().waitFor()).isEqualTo(1);
        }
    }

    @Test
    @Tag("slow")
    void theBrokerIsKilledAndEveryEventBecomesItsNotificationsOnce() throws Exception {
        requireRabbitMq();
        try (DemoProcess demo = DemoProcess.start(Map.of(), "--rabbitmq", "--without-orders", "--kill-every", "2")) {
            Path folder = demo.awaitDeliveries();
            demo.awaitLine(".*RabbitMQ is killed.*");
            demo.awaitLine(".*RabbitMQ is up again.*");
            demo.awaitLine(".*guests reserved [1-9].* RabbitMQ up.* notified [1-9].* behind 0");
            ProcessHandle broker = broker(folder);
            List<ProcessHandle> children = demo.process().children().toList();

            demo.process().toHandle().destroy();

            assertThat(demo.rest())
                    .contains("All promises were kept.")
                    .containsPattern("asked for by guests +[1-9]")
                    .containsPattern("heard by listeners +[1-9]")
                    .containsPattern("notifications +[1-9][0-9,]* +made of them, each once")
                    .containsPattern("RabbitMQ killed +[1-9]")
                    .containsPattern("dead letters +0")
                    .containsPattern("wrong notifications +0")
                    .containsPattern("lost +0");
            assertThat(demo.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(demo.process().exitValue()).isZero();
            assertThat(ProcessExit.hasEnded(broker)).isTrue();
            assertThat(children).isNotEmpty().allMatch(ProcessExit::hasEnded);
            assertThat(folder).doesNotExist();
        }
    }

    @Test
    @Tag("slow")
    void theBrokerAndTheProgramsEndWithItEvenWhenItIsKilled() throws Exception {
        requireRabbitMq();
        try (DemoProcess demo = DemoProcess.start(Map.of(), "--rabbitmq", "--without-orders", "--kill-every", "0")) {
            Path folder = demo.awaitDeliveries();
            demo.awaitLine(".*guests reserved [1-9].*");
            ProcessHandle broker = broker(folder);
            List<ProcessHandle> all = demo.process().descendants().toList();
            assertThat(all).contains(broker);

            demo.process().destroyForcibly();

            await().atMost(Duration.ofSeconds(30)).until(() -> all.stream().allMatch(ProcessExit::hasEnded));
        }
    }

    private static ProcessHandle broker(Path folder) throws IOException {
        String pid = Files.readString(folder.resolve("rabbitmq/broker.pid")).strip();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    private static void requireRabbitMq() {
        RequiredServer.rabbitMq("the demo with RabbitMQ");
    }
}
