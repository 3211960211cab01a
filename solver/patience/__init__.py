"""The two-deck patiences «На лицо и на изнанку» and «Сосчитанные восемь»."""
