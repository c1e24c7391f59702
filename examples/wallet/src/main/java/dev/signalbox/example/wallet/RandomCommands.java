package dev.signalbox.example.wallet;

import dev.signalbox.example.wallet.domain.WalletCommand;
import dev.signalbox.example.wallet.domain.WalletCommand.Deposit;
import dev.signalbox.example.wallet.domain.WalletCommand.OpenWallet;
import dev.signalbox.example.wallet.domain.WalletCommand.Transfer;
import dev.signalbox.example.wallet.domain.WalletCommand.Withdraw;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Random commands on a few wallets: some deposits, fewer withdrawals, mostly transfers. Not thread-safe.
 *
 * @param ids a new id for each command, different from those of earlier runs
 */
public record RandomCommands(int wallets, RandomGenerator random, Supplier<String> ids) {
    private static final int MAX_DEPOSIT = 20_000;
    private static final int MAX_PAYMENT = 5_000;

    public RandomCommands {
        if (wallets < 2) {
            throw new IllegalArgumentException("Money can be moved between two wallets or more, not " + wallets);
        }
    }

    /** The commands that open the wallets and put money into them. Repeated in a later run, they do nothing. */
    public Stream<WalletCommand> openings() {
        return IntStream.range(0, wallets)
                .mapToObj(RandomCommands::name)
                .flatMap(name -> Stream.of(
                        new OpenWallet(name, "Owner of " + name),
                        new Deposit("start-" + name, name, MAX_DEPOSIT, Optional.empty())));
    }

    public WalletCommand next() {
        int wallet = random.nextInt(wallets);
        return switch (random.nextInt(10)) {
            case 0, 1 -> new Deposit(ids.get(), name(wallet), cents(MAX_DEPOSIT), maybePayment());
            case 2 -> new Withdraw(ids.get(), name(wallet), cents(MAX_PAYMENT), maybePayment());
            default -> transfer(wallet);
        };
    }

    private Transfer transfer(int from) {
        int to = (from + 1 + random.nextInt(wallets - 1)) % wallets;
        return new Transfer(ids.get(), name(from), name(to), cents(MAX_PAYMENT), Optional.empty());
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
