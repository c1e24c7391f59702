package dev.signalbox.core.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.message.Glob;
import dev.signalbox.core.routing.Routes.Route;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutesTest {
    @Test
    void aTypeThatIsNamedComesBeforePatternsAndThoseGoByTheirOrder() {
        Map<Glob, Route> rules = new LinkedHashMap<>();
        rules.put(new Glob("Order*"), new Route(List.of("eu"), List.of(), Route.Strategy.ALL_MUST_SUCCEED));
        rules.put(new Glob("*"), new Route(List.of("us"), List.of(), Route.Strategy.ALL_MUST_SUCCEED));
        rules.put(new Glob("OrderCreated"), new Route(List.of("audit"), List.of(), Route.Strategy.ALL_MUST_SUCCEED));
        Routes routes = new Routes(rules);

        assertThat(List.of("OrderCreated", "OrderPaid", "Invoice").stream()
                        .map(type -> routes.of(type).orElseThrow().clusters().getFirst()))
                .containsExactly("audit", "eu", "us");
        assertThat(routes.clusters()).containsExactlyInAnyOrder("eu", "us", "audit");
    }

    @Test
    void aRouteNamesEachClusterOnceAndAtLeastOneThatIsNotOptional() {
        assertThatThrownBy(() -> new Route(List.of(), List.of("eu"), Route.Strategy.AT_LEAST_ONE))
                .hasMessageContaining("at least one cluster");
        assertThatThrownBy(() -> new Route(List.of("eu"), List.of("eu"), Route.Strategy.ALL_MUST_SUCCEED))
                .hasMessageContaining("once");
    }
}
