package dev.signalbox.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.message.Glob;
import dev.signalbox.core.message.Message;
import dev.signalbox.sink.rabbitmq.MessagePreparer.PreparedMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RabbitSettingsTest {
    private static final RabbitBrokerSettings BROKER = RabbitBrokerSettings.of(
            "main", List.of(new BrokerAddress("rabbit", 5672)), new RabbitLogin("app", "hidden-word"));

    @Test
    void addressesHaveAUsualPortAndMayBeOfIpVersionSix() {
        assertThat(BrokerAddress.of("rabbit", 5672)).isEqualTo(new BrokerAddress("rabbit", 5672));
        assertThat(BrokerAddress.of(" rabbit:1234 ", 5672)).hasToString("rabbit:1234");
        assertThat(BrokerAddress.of("[::1]:1234", 5672)).isEqualTo(new BrokerAddress("::1", 1234));
        assertThat(BrokerAddress.of("::1", 5671)).hasToString("[::1]:5671");
        assertThatThrownBy(() -> BrokerAddress.of("rabbit:many", 5672)).hasMessageContaining("'many' is no port");
        assertThatThrownBy(() -> BrokerAddress.of("rabbit:70000", 5672)).hasMessageContaining("rabbit:70000");
        assertThatThrownBy(() -> BrokerAddress.of(" ", 5672)).hasMessageContaining("no host");
    }

    @Test
    void passwordsAreNotShown() {
        RabbitBrokerSettings settings = BROKER.withTls(new RabbitTls(
                new RabbitTls.Store(Path.of("trust.p12"), "hidden-word", "PKCS12"),
                new RabbitTls.Store(Path.of("key.jks"), "hidden-word", "JKS"),
                true));
        assertThat(settings.toString()).doesNotContain("hidden-word").contains("app", "trust.p12", "key.jks");
        assertThat(new RabbitErrors(settings).word("it said hidden-word\nand more"))
                .isEqualTo("RabbitMQ main: it said ***\\u000aand more");
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThatThrownBy(() -> RabbitBrokerSettings.of("main", List.of(), BROKER.login()))
                .hasMessageContaining("main has no address");
        assertThatThrownBy(() -> BROKER.withVirtualHost("")).hasMessageContaining("virtual host of RabbitMQ main");
        assertThatThrownBy(() -> BROKER.withMaxChannels(0)).hasMessageContaining("0 channels");
        assertThatThrownBy(() -> RabbitBrokerSettings.of("n".repeat(246), BROKER.addresses(), BROKER.login()))
                .hasMessageContaining("256 bytes");
        assertThatThrownBy(() -> new RabbitLogin("", "x")).hasMessageContaining("user is empty");
        assertThatThrownBy(() -> new RabbitTimeouts(Duration.ofSeconds(3), Duration.ZERO, Duration.ZERO))
                .hasMessageContaining("confirm time-out is PT0S");
        assertThatThrownBy(() ->
                        new RabbitTimeouts(Duration.ofSeconds(3), Duration.ofSeconds(8), Duration.ofMillis(1_500)))
                .hasMessageContaining("whole seconds");
        assertThatThrownBy(() -> new RabbitTls.Store(Path.of("x.pem"), "", "PEM"))
                .hasMessageContaining("PKCS12 or JKS, not PEM");
        assertThatThrownBy(() -> RabbitSinkSettings.of("e".repeat(256))).hasMessageContaining("exchange eee");
        assertThatThrownBy(() -> new RabbitSinkSettings.Format(RabbitSinkSettings.Body.PAYLOAD, false, 0))
                .hasMessageContaining("0 bytes");
    }

    @Test
    void aTopologyMustFitItsExchange() {
        RabbitSinkSettings unnamed = RabbitSinkSettings.of("");
        assertThatThrownBy(() -> unnamed.withTopology(Topology.exchange("direct")))
                .hasMessageContaining("cannot be declared");
        assertThatThrownBy(() -> unnamed.withTopology(Topology.NONE.withQueue("q", "key")))
                .hasMessageContaining("cannot be bound");
        assertThatThrownBy(() -> Topology.exchange(" ")).hasMessageContaining("type is empty");
        assertThatThrownBy(() -> Topology.NONE.withQueue("")).hasMessageContaining("a queue has no name");
        assertThatThrownBy(() -> new Topology.DeadLetters("", "direct", "dead", null))
                .hasMessageContaining("the queue dead need its name");
        assertThat(Topology.DeadLetters.to("dead").routingKey()).isEqualTo("dead");
    }

    @Test
    void aRoutingKeyComesFromATemplateOrATable() {
        Message message = RabbitTestMessages.with("1", Map.of("aggregateType", "ORDER", "tenant", "acme"));
        assertThat(RoutingKeyRule.template("{header:tenant}.{type}").of(message).text())
                .isEqualTo("acme.t");
        assertThat(RoutingKeyRule.template("{group}").of(message).fault()).contains("needs a group");
        assertThat(RoutingKeyRule.template("").of(message).text()).isEmpty();
        assertThatThrownBy(() -> RoutingKeyRule.template("{typ}"))
                .hasMessageContaining("routing key {typ}: {typ} is unknown");

        Map<String, String> keys = new LinkedHashMap<>();
        for (int i = 0; i < 25; i++) {
            keys.put("V" + i, "key." + i);
        }
        RoutingKeyRule table = RoutingKeyRule.table("{aggregateType}", keys);
        assertThat(table.of(RabbitTestMessages.with("1", Map.of("aggregateType", "V3")))
                        .text())
                .isEqualTo("key.3");
        assertThat(table.of(message).fault())
                .startsWith("aggregateType 'ORDER' has no routing key; known are V0, V1, ")
                .endsWith("V19 and 5 more");
        assertThat(table.of(RabbitTestMessages.of("1", null, "t")).fault())
                .contains("aggregateType, which the message lacks");
        assertThatThrownBy(() -> RoutingKeyRule.table("{type}", Map.of())).hasMessageContaining("{type} is empty");
        assertThatThrownBy(() -> RoutingKeyRule.table("{type}", Map.of("a", "k".repeat(256))))
                .hasMessageContaining("256 bytes");
    }

    @Test
    void messagesChooseAllowedKeysOnly() {
        List<Glob> allowed = List.of(new Glob("order.*"), new Glob("audit"));
        RoutingKeyRule rule = RoutingKeyRule.template("{type}", allowed);

        assertThat(rule.of(RabbitTestMessages.of("1", null, "order.placed")).text())
                .isEqualTo("order.placed");
        assertThat(rule.of(RabbitTestMessages.of("1", null, "audit")).text()).isEqualTo("audit");
        assertThat(rule.of(RabbitTestMessages.of("1", null, "payroll")).fault())
                .isEqualTo("the routing key payroll is not among the allowed-routing-keys");
        assertThat(rule.of(RabbitTestMessages.of("1", null, "x".repeat(256))).fault())
                .contains("256 bytes");
    }

    @Test
    void itIsKnownWhetherMessagesChooseAnyKey() {
        assertThat(RoutingKeyRule.template("{type}").isOpen()).isTrue();
        assertThat(RoutingKeyRule.template("orders.{type}").isOpen()).isFalse();
        assertThat(RoutingKeyRule.template("").isOpen()).isFalse();
        assertThat(RoutingKeyRule.template("{type}", List.of(new Glob("*"))).isOpen())
                .isFalse();
        assertThat(RoutingKeyRule.table("{type}", Map.of("a", "b")).isOpen()).isFalse();
    }

    @Test
    void noMessageChoosesAQueueOfTheBroker() {
        assertThat(prepared("")).isInstanceOf(PreparedMessage.Refused.class);
        assertThat(prepared("orders")).isInstanceOf(PreparedMessage.Sendable.class);
    }

    private static PreparedMessage prepared(String exchange) {
        return new MessagePreparer(RabbitSinkSettings.of(exchange))
                .of(List.of(RabbitTestMessages.of("1", null, "amq.rabbitmq.reply-to")))
                .getFirst()
                .message(0);
    }

    @Test
    void theLengthOfAShortStringIsThatOfItsBytes() {
        assertThat(Shortstr.fits("é".repeat(127))).isTrue();
        assertThat(Shortstr.fits("é".repeat(128))).isFalse();
        assertThat(Shortstr.fits("x".repeat(255))).isTrue();
        assertThat(Shortstr.fits("😀".repeat(64))).isFalse();
    }
}
