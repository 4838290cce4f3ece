select((.e.class_type // "" | ascii_downcase) == "coupon_code")
