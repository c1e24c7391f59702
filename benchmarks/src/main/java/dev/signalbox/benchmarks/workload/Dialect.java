package dev.signalbox.benchmarks.workload;

import dev.signalbox.jdbc.Quoting;

/** How a database's SQL says what the filling of a table needs. */
public enum Dialect {
    POSTGRESQL(Quoting.POSTGRESQL) {
        @Override
        String padded(String number, int digits) {
            return "lpad((" + number + ")::text, " + digits + ", '0')";
        }

        @Override
        String quotient(String number, int divisor) {
            return "(" + number + ") / " + divisor;
        }

        @Override
        String joined(String... texts) {
            return String.join(" || ", texts);
        }
    },
    MYSQL(Quoting.MYSQL) {
        @Override
        String padded(String number, int digits) {
            return "lpad(" + number + ", " + digits + ", '0')";
        }

        @Override
        String quotient(String number, int divisor) {
            return "(" + number + ") DIV " + divisor;
        }

        @Override
        String joined(String... texts) {
            return "concat(" + String.join(", ", texts) + ")";
        }
    };

    private final Quoting quoting;

    Dialect(Quoting quoting) {
        this.quoting = quoting;
    }

    public Quoting quoting() {
        return quoting;
    }

    /** The number as text, with zeros before it. */
    abstract String padded(String number, int digits);

    /** The whole part of a quotient. */
    abstract String quotient(String number, int divisor);

    abstract String joined(String... texts);
}
