package dev.signalbox.server.web;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.platform.EventPlatform;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/** The controllers of the event platform; registered only if it is enabled. */
@Configuration(proxyBeanMethods = false)
@Import({
    EventsController.class,
    EventTypesController.class,
    SubscriptionsController.class,
    ServiceAccountsController.class,
    DispatchPoolsController.class,
    JobsController.class,
    OpenApiController.class,
    PlatformProblemAdvice.class
})
class PlatformWebConfiguration {
    @Bean
    BodyBudget bodyBudget(EventPlatform platform) {
        return new BodyBudget(platform.config()
                .maxBodyMemory()
                .orElseGet(() -> BodyBudget.share(Runtime.getRuntime().maxMemory())));
    }

    @Bean
    FilterRegistrationBean<PlatformFilter> platformFilter(EventPlatform platform, BodyBudget budget) {
        return WebConfiguration.everywhere(
                new PlatformFilter(platform, budget, Clock.SYSTEM), Ordered.HIGHEST_PRECEDENCE + 2);
    }
}
