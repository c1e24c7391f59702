package dev.signalbox.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.client.Message;
import dev.signalbox.spring.customers.Customer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with JPA and Hibernate. */
class JpaTest {
    private static final Message MESSAGE =
            Message.builder("customer.came").group("c1").payload("{}").build();

    private final TestDatabase database = TestDatabase.create();

    @Configuration(proxyBeanMethods = false)
    static class Jpa {
        @Bean
        LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
            LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(dataSource);
            factory.setPackagesToScan(Customer.class.getPackageName());
            factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            factory.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "create"));
            return factory;
        }

        @Bean
        JpaTransactionManager transactionManager(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }
    }

    @Test
    void messagesJoinTheTransactionOfJpa() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SignalboxAutoConfiguration.class))
                .withUserConfiguration(Jpa.class)
                .withBean(DataSource.class, database::dataSource)
                .withPropertyValues("signalbox.client.require-transaction=false", "signalbox.inbox.create-table=true")
                .run(this::commitAndRollBack);
    }

    private void commitAndRollBack(ApplicationContext application) {
        EntityManager entities =
                SharedEntityManagerCreator.createSharedEntityManager(application.getBean(EntityManagerFactory.class));
        TransactionTemplate transaction = new TransactionTemplate(application.getBean(JpaTransactionManager.class));
        TransactionalOutbox outbox = application.getBean(TransactionalOutbox.class);

        transaction.executeWithoutResult(status -> {
            entities.persist(new Customer("c1"));
            outbox.record(MESSAGE);
        });
        assertThat(database.texts("SELECT id FROM customer")).containsExactly("c1");
        assertThat(database.groups()).containsExactly("c1");

        // Hibernate inserts the customer, who exists already, after the message: at the commit.
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    entities.persist(new Customer("c1"));
                    outbox.record(MESSAGE);
                }))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThat(database.groups()).hasSize(1);

        application.getBean(TransactionalInbox.class).once("m1", "welcome", () -> entities.persist(new Customer("c2")));
        assertThat(database.texts("SELECT id FROM customer")).containsExactly("c1", "c2");
    }
}
