package dev.signalbox.core.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.routing.Routes.Route;
import dev.signalbox.core.routing.Routes.TypePattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypePatternTest {
    @ParameterizedTest
    @CsvSource({
        "OrderCreated, OrderCreated, true",
        "OrderCreated, ordercreated, false",
        "Order*, OrderCreated, true",
        "Order*, Order, true",
        "Order*, MyOrder, false",
        "*Created, OrderCreated, true",
        "*Created, OrderCreatedTwice, false",
        "a*b*c, aXbYbZc, true",
        "a*b*c, aXcYbZ, false",
        "*, anything, true",
        "shop.*.v1, shop.order.created.v1, true",
        "a.c, abc, false"
    })
    void aStarStandsForAnyCharactersAndNothingElseDoes(String pattern, String type, boolean matches) {
        assertThat(new TypePattern(pattern).matches(type)).isEqualTo(matches);
    }

    @Test
    void manyStarsTakeNoTime() {
        assertThat(new TypePattern("*a".repeat(50) + "b").matches("a".repeat(10_000)))
                .isFalse();
    }

    @Test
    void aTypeThatIsNamedComesBeforePatternsAndThoseGoByTheirOrder() {
        Map<TypePattern, Route> rules = new LinkedHashMap<>();
        rules.put(new TypePattern("Order*"), new Route(List.of("eu"), List.of(), Route.Strategy.ALL_MUST_SUCCEED));
        rules.put(new TypePattern("*"), new Route(List.of("us"), List.of(), Route.Strategy.ALL_MUST_SUCCEED));
        rules.put(
                new TypePattern("OrderCreated"),
                new Route(List.of("audit"), List.of(), Route.Strategy.ALL_MUST_SUCCEED));
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
