package dev.signalbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortsTest {
    @Test
    void aLastingPortIsFreeAndBelowThoseOfOutgoingConnections() throws Exception {
        int port = Ports.lasting();

        assertThat(port).isBetween(15_000, 31_999);
        assertThat(Ports.isFree(port)).isTrue();
    }

    @Test
    void aPortOnWhichSomebodyListensIsPassedOver() throws Exception {
        int taken = Ports.lasting();
        try (ServerSocket _ = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
            assertThat(Ports.isFree(taken)).isFalse();
            assertThat(Ports.from(taken)).isNotEqualTo(taken);
        }
    }
}
