"""Pictures and pages of examples for docs/gallery.md: `make gallery` makes them."""
