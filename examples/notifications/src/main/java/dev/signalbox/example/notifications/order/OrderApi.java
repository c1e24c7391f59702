package dev.signalbox.example.notifications.order;

import dev.signalbox.example.notifications.order.Orders.Order;
import dev.signalbox.example.web.JsonFields;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/orders")
record OrderApi(Orders orders) {
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Order> create(HttpServletRequest request) throws IOException {
        JsonFields body = JsonFields.of(request);
        long restaurant = body.number("restaurantId", 1, Long.MAX_VALUE);
        long customer = body.number("customerId", 1, Long.MAX_VALUE);
        String dish = body.text("dish");
        BigDecimal amount = body.amount("amount");
        Order order = body.makeOfAll(() -> orders.create(restaurant, customer, dish, amount));
        return ResponseEntity.created(URI.create("/api/orders/" + order.orderId()))
                .body(order);
    }

    @GetMapping("/{id}")
    Order find(@PathVariable long id) {
        return orders.find(id);
    }
}
