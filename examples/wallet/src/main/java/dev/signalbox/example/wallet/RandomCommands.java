package dev.signalbox.example.wallet;

import dev.signalbox.example.wallet.domain.Deposit;
import dev.signalbox.example.wallet.domain.OpenWallet;
import dev.signalbox.example.wallet.domain.Transfer;
import dev.signalbox.example.wallet.domain.WalletCommand;
import dev.signalbox.example.wallet.domain.Withdraw;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What people do next with a few wallets: some deposits, fewer withdrawals, mostly transfers. For one thread. */
public final class RandomCommands {
    private static final int LARGEST_DEPOSIT = 20_000;
    private static final int LARGEST_PAYMENT = 5_000;

    private final int wallets;
    private final RandomGenerator random;
    private final Supplier<String> ids;

    /**
     * Whims about wallets of which there are at least two.
     *
     * @param ids a new one for each command, different from those of an earlier run
     */
    public RandomCommands(int wallets, RandomGenerator random, Supplier<String> ids) {
        if (wallets < 2) {
            throw new IllegalArgumentException("Money can be moved between two wallets or more, not " + wallets);
        }
        this.wallets = wallets;
        this.random = random;
        this.ids = ids;
    }

    /** The commands that open the wallets and put something into them. Repeated in a later run, they do nothing. */
    public Stream<WalletCommand> openings() {
        return IntStream.range(0, wallets)
                .mapToObj(RandomCommands::name)
                .flatMap(name -> Stream.of(
                        new OpenWallet(name, "Owner of " + name),
                        new Deposit("start-" + name, name, LARGEST_DEPOSIT, Optional.empty())));
    }

    /** What somebody wants next. */
    public WalletCommand next() {
        int wallet = random.nextInt(wallets);
        return switch (random.nextInt(10)) {
            case 0, 1 -> new Deposit(ids.get(), name(wallet), cents(LARGEST_DEPOSIT), maybePayment());
            case 2 -> new Withdraw(ids.get(), name(wallet), cents(LARGEST_PAYMENT), maybePayment());
            default -> transfer(wallet);
        };
    }

    private Transfer transfer(int from) {
        int to = (from + 1 + random.nextInt(wallets - 1)) % wallets;
        return new Transfer(ids.get(), name(from), name(to), cents(LARGEST_PAYMENT), Optional.empty());
    }

    private Optional<String> maybePayment() {
        return random.nextBoolean() ? Optional.of(ids.get()) : Optional.empty();
    }

    private long cents(int most) {
        return random.nextLong(1, most + 1L);
    }

    private static String name(int number) {
        return "person-" + number;
    }
}
