"""referee: how good is a classifier really, and is it really better than that one?"""
