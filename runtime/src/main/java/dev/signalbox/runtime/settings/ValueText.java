package dev.signalbox.runtime.settings;

import java.math.BigDecimal;
import java.util.Locale;

/** The text form of values in configuration and messages. */
public final class ValueText {
    private ValueText() {}

    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
