package dev.signalbox.spring.customers;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A customer. */
@Entity
public class Customer {
    @Id
    private String id = "";

    protected Customer() {}

    public Customer(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }
}
