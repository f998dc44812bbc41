alter table orders add total int;
