-- Runs once, when the database is created. The passwords come from the environment of the container.
\getenv signalbox_password SHOP_PASSWORD
\getenv orders_password ORDERS_PASSWORD

CREATE ROLE signalbox LOGIN PASSWORD :'signalbox_password';
CREATE ROLE orders LOGIN PASSWORD :'orders_password';

-- No role creates anything in the schema that all roles share.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- For the schema `signalbox`.
GRANT CREATE ON DATABASE shop TO signalbox;

-- The outbox has a schema of its own, in which the application can create nothing.
CREATE SCHEMA outbox AUTHORIZATION signalbox;
GRANT USAGE ON SCHEMA outbox TO orders;

-- The application has its own tables in another one.
CREATE SCHEMA orders AUTHORIZATION orders;
ALTER ROLE orders IN DATABASE shop SET search_path = orders, outbox;

-- `signalbox schema install` creates the outbox later; the application may then only insert into it.
ALTER DEFAULT PRIVILEGES FOR ROLE signalbox IN SCHEMA outbox GRANT INSERT ON TABLES TO orders;
