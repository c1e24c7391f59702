package dev.signalbox.server.web;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.HttpServerConfig;
import jakarta.servlet.Filter;
import org.apache.catalina.core.StandardHost;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/** The required parts of Spring Boot, named one by one: a scan would slow the start. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    SslAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class
})
@Import({
    MonitoringController.class,
    RelaysController.class,
    MessagesController.class,
    PublishersController.class,
    OutboxEventsController.class,
    ProblemAdvice.class
})
class WebConfiguration {
    @Bean
    FilterRegistrationBean<HostFilter> hostFilter(HttpServerConfig http) {
        return everywhere(new HostFilter(http), Ordered.HIGHEST_PRECEDENCE);
    }

    @Bean
    FilterRegistrationBean<AuthenticationFilter> authenticationFilter(WebServer.Services services) {
        RefusedSignIns refused = new RefusedSignIns(services.metrics(), Clock.SYSTEM);
        return everywhere(
                new AuthenticationFilter(
                        services.authenticator(), refused, services.platform().isPresent()),
                Ordered.HIGHEST_PRECEDENCE + 1);
    }

    static <F extends Filter> FilterRegistrationBean<F> everywhere(F filter, int order) {
        FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(order);
        registration.addUrlPatterns("/*");
        return registration;
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> monitoringPort(ObjectProvider<MonitoringPort> port) {
        return factory -> port.ifAvailable(it -> {
            factory.addAdditionalConnectors(it.connector());
            factory.addContextValves(it);
        });
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcat() {
        return factory -> {
            factory.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(ProblemDocument.Valve.class.getName());
                }
            });
            // A message id in the path may contain any character: an encoded slash stays part of the id.
            factory.addConnectorCustomizers(connector -> {
                connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
                connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
            });
        };
    }
}
