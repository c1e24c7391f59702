package dev.signalbox.example.orders.service;

import dev.signalbox.example.web.JsonFields;
import dev.signalbox.example.web.QueryParameters;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/orders")
record OrderApi(Orders orders) {
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Order> create(HttpServletRequest request) throws IOException {
        JsonFields body = JsonFields.of(request);
        String customer = body.text("customerName");
        String product = body.text("productName");
        BigDecimal amount = body.amount("amount");
        Order order = body.makeOfAll(() -> orders.create(customer, product, amount));
        return ResponseEntity.created(URI.create("/api/orders/" + order.id())).body(order);
    }

    /** A page of orders; the header {@code Link} has the URL of the next one, if there are more. */
    @GetMapping
    ResponseEntity<List<Order>> list(@RequestParam Map<String, String> given) {
        QueryParameters parameters = QueryParameters.of(given);
        int size = parameters.size();
        // One more than requested shows whether there are more.
        List<Order> found = orders.list(parameters.after(), size + 1);
        if (found.size() <= size) {
            return ResponseEntity.ok(found);
        }
        List<Order> page = found.subList(0, size);
        String next = "</api/orders?after=" + page.getLast().id() + "&size=" + size + ">; rel=\"next\"";
        return ResponseEntity.ok().header(HttpHeaders.LINK, next).body(page);
    }

    @GetMapping("/{id}")
    Order find(@PathVariable long id) {
        return orders.find(id);
    }

    @PatchMapping(path = "/{id}/status", consumes = MediaType.APPLICATION_JSON_VALUE)
    Order move(@PathVariable long id, HttpServletRequest request) throws IOException {
        JsonFields body = JsonFields.of(request);
        Order.Status status = body.oneOf("status", Order.Status.class);
        return body.makeOfAll(() -> orders.move(id, status));
    }
}
