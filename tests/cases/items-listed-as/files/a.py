if is_enabled("pay.fast") or is_enabled("pay.slow") or is_enabled("pay_fast"):
    run()
