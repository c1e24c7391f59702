package dev.signalbox.spring;

import java.util.Arrays;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The application's beans that the settings name; without a name, the only or primary one.
 *
 * @param beans all beans of the application
 */
record ChosenBeans(ClientProperties properties, ListableBeanFactory beans) {
    DataSource dataSource() {
        return chosen("data-source", properties.dataSource(), DataSource.class);
    }

    /** Starts a transaction if names is none. */
    PlatformTransactionManager transactionManager() {
        return chosen("transaction-manager", properties.transactionManager(), PlatformTransactionManager.class);
    }

    private <T> T chosen(String key, @Nullable String name, Class<T> type) {
        T bean = name == null
                ? beans.getBeanProvider(type).getIfUnique()
                : Arrays.asList(beans.getBeanNamesForType(type)).contains(name) ? beans.getBean(name, type) : null;
        if (bean == null) {
            String[] names = beans.getBeanNamesForType(type);
            throw InvalidSetting.of(
                    ClientProperties.PREFIX + key,
                    name,
                    "It has to name one of the beans of the type " + type.getSimpleName() + ", which are "
                            + Arrays.toString(names));
        }
        return bean;
    }
}
