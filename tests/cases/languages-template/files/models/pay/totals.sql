-- {{ ref('old') }}
select 1 -- ref('old')
