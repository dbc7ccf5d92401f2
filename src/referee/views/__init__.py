"""Views: nouns as text and as HTML. A view knows nouns and nothing else, so it cannot compute."""
