"""Small data sets of facts, with their origin."""
