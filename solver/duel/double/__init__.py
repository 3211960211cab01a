"""«Двойной пасьянс»: a common base pile, four talons each."""
