SELECT customer_name, status, orders, amount
FROM customer_orders
WHERE orders <> 0 OR amount <> 0
