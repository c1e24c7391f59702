package dev.signalbox.sink.rabbitmq;

/** The credentials for the broker. */
public record RabbitLogin(String user, String password) {
    public RabbitLogin {
        if (user.isEmpty()) {
            throw new IllegalArgumentException("the user is empty");
        }
    }

    @Override
    public String toString() {
        return "RabbitLogin[" + user + ", ***]";
    }
}
