[.id,
 (if .tp == "text_announcement" then "classic"
  elif .tp == "short_news" then (if (.i // "") == "" then "classic" else "classic_image" end)
  elif .tp == "banner_image" then "image_only"
  else .tp end),
 .e.class_type, .tt, .ds, .i, .u, .ca,
 (if .ea < 0 then null else .ea end),
 .db, .p, .e.discount_percentage] | @csv
