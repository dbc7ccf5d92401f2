"""Views: nouns as text, as HTML and as figures. A view knows nouns and nothing else, so it cannot compute."""
