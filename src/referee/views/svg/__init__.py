"""Pictures as SVG text: `draw` draws any picture, `chart` has the shapes on axes."""
