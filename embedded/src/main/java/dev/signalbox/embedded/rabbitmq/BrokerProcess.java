package dev.signalbox.embedded.rabbitmq;

import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.ChildProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One run of a broker: its node and the Erlang port mapper that it needs.
 *
 * @param directory Erlang's epmd
 */
record BrokerProcess(ChildProcess node, ChildProcess directory) {
    private static final Duration STOP = Duration.ofSeconds(15);
    /** The protocol header of AMQP 0-9-1: a ready broker answers it. */
    private static final byte[] PROTOCOL_HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};

    private static final int ANSWER_MILLIS = 2_000;
    /** The first byte of a method frame; a refusal begins with an A. */
    private static final int METHOD_FRAME = 1;

    static BrokerProcess start(BrokerFolder folder, BrokerPorts ports, Duration within)
            throws IOException, InterruptedException {
        RabbitPrograms programs = RabbitPrograms.present();
        ChildProcess directory = command(
                        programs.epmd(), folder, ports, folder.path().resolve("epmd.log"))
                .start();
        try {
            ChildProcess node = command(programs.script("rabbitmq-server"), folder, ports, folder.output())
                    .start();
            node.awaitReady(() -> answers(ports.amqp()), within);
            return new BrokerProcess(node, directory);
        } catch (IOException e) {
            directory.kill();
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException | RuntimeException e) {
            directory.kill();
            throw e;
        }
    }

    /** Runs in its own session, since Erlang handles terminal signals in its own way. */
    private static ChildCommand command(Path program, BrokerFolder folder, BrokerPorts ports, Path log) {
        return ChildCommand.of("RabbitMQ", List.of("setsid", program.toString()), log)
                .withEnvironment(environment -> folder.adjust(environment, ports));
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write(PROTOCOL_HEADER);
            return socket.getInputStream().read() == METHOD_FRAME;
        } catch (IOException notYet) {
            return false;
        }
    }

    void kill() {
        node.kill();
        directory.kill();
    }

    /** Stops the broker gracefully; kills it if it does not stop, for example because it is suspended. */
    void end() {
        node.end(STOP);
        directory.kill();
    }
}
