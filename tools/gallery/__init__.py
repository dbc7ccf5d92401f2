"""Pictures and pages of examples for docs/gallery.md: `python -m tools.gallery` makes them."""
